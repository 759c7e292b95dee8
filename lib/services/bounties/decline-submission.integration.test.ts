import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { declineReasons } from '#lib/domain/bounty/decline'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { declineSubmission } from '#lib/services/bounties/decline-submission'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { setWebhook } from '#lib/services/webhooks/set-webhook'
import { seedBounty } from '#testing/bounty-states'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

let bountyId: string
let submissionId: string
beforeEach(async () => {
  const seeded = await seedBounty(service.ctx, 'open')
  bountyId = seeded.bounty_id
  submissionId = seeded.submissionIds[0]!
})

type Asked = Omit<Parameters<typeof declineSubmission>[0]['input'], 'bountyId' | 'submissionId'>
const decline = (asked: Asked) =>
  declineSubmission({ ctx: service.ctx, input: { bountyId, submissionId, ...asked } })
const declined = async () => {
  const { submissions } = await getBounty({ ctx: service.ctx, input: { bountyId } })
  return submissions.find((one) => one.submission_id === submissionId)!.declined
}
const events = async () =>
  service.ctx.sql<{ name: string; data: unknown }[]>`
    select name, data from event where subject = 'submission' and subject_id = ${submissionId} order by id`
const moneyRequests = async () => (await service.ctx.sql`select count(*) from chain_tx`)[0]!.count

test('a declined film shows reason, text and time to its poster, and moves no money', async () => {
  const before = await moneyRequests()
  await decline({ reason: 'incomplete', text: 'The roof is missing.' })
  expect(await declined()).toEqual({
    reason: 'incomplete',
    text: 'The roof is missing.',
    at: expect.stringMatching(/Z$/),
  })
  expect(await moneyRequests()).toBe(before)
  expect(await events()).toEqual([{ name: 'declined', data: { reason: 'incomplete' } }])
})

test('every reason can be given', async () => {
  for (const reason of declineReasons) {
    await decline({ reason })
    expect(await declined()).toMatchObject({ reason })
  }
})

test('the same decline again records nothing; another reason replaces it', async () => {
  await decline({ reason: 'blurred' })
  await decline({ reason: 'blurred' })
  expect(await events()).toHaveLength(1)
  await decline({ reason: 'wrong_place', text: 'This is the other well.' })
  expect(await declined()).toMatchObject({ reason: 'wrong_place', text: 'This is the other well.' })
  expect(await events()).toHaveLength(2)
})

test('a decline is taken back, and a late repetition with its key does not bring it back', async () => {
  await decline({ reason: 'blurred', idempotencyKey: 'one' })
  await decline({ reason: null, idempotencyKey: 'two' })
  expect(await declined()).toBeNull()
  await decline({ reason: null, idempotencyKey: 'two' })
  await decline({ reason: 'blurred', idempotencyKey: 'two' })
  expect(await declined()).toBeNull()
  expect((await events()).map(({ name }) => name)).toEqual(['declined', 'decline_withdrawn'])
})

test('accepting a declined film pays it and ends the decline', async () => {
  await decline({ reason: 'blurred' })
  const bounty = await acceptSubmission({ ctx: service.ctx, input: { bountyId, submissionId } })
  const [accepted] = bounty.submissions.filter((one) => one.accepted)
  expect(accepted).toMatchObject({ submission_id: submissionId, declined: null })
})

test('a decline during an accept or a cancel either precedes it or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const seeded = await seedBounty(service.ctx, 'open')
    const input = { bountyId: seeded.bounty_id, submissionId: seeded.submissionIds[0]! }
    const end =
      round % 2 === 0
        ? acceptSubmission({ ctx: service.ctx, input })
        : cancelBounty({ ctx: service.ctx, input })
    const [ended, refused] = await Promise.allSettled([
      end,
      declineSubmission({ ctx: service.ctx, input: { ...input, reason: 'blurred' } }),
    ])
    expect(ended.status).toBe('fulfilled')
    if (refused.status === 'rejected') expect(refused.reason).toMatchObject({ code: 'not_open' })
    const { submissions } = await getBounty({ ctx: service.ctx, input })
    expect(submissions.some((one) => one.accepted && one.declined)).toBe(false)
  }
})

test('the webhook of the bounty is told of a decline and of its end, with the reason', async () => {
  await setWebhook({ ctx: service.ctx, input: { bountyId, url: 'https://agent.example/' } })
  await decline({ reason: 'other', text: 'Too many people.' })
  await decline({ reason: null })
  const sent = await service.ctx.sql<{ type: string; data: { declined: unknown } }[]>`
    select type, data from webhook_delivery where bounty_id = ${bountyId} order by id`
  expect(sent.map(({ type, data }) => [type, data.declined])).toEqual([
    [
      'submission.declined',
      { reason: 'other', text: 'Too many people.', at: expect.stringMatching(/^\d{4}-.*\d\dZ$/) },
    ],
    ['submission.changed', null],
  ])
})
