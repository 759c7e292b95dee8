import { randomBytes } from 'node:crypto'
import { bytesToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { getBounty } from '#lib/services/bounties/get-bounty'
import type { PaymentContext } from '#lib/services/payments/types'
import { seedBounty } from '#testing/bounty-states'
import { createPlainSubmission } from '#testing/plain-submission'
import { sampled } from '#testing/sampled'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
let ctx: PaymentContext
beforeAll(async () => {
  service = await openUnpaidService()
  ctx = service.ctx
})
afterAll(() => service?.close())

const newAddress = () => bytesToHex(randomBytes(20))
const submit = (bountyId: string, changes: { contributor?: string; note?: string } = {}) =>
  createPlainSubmission({ ctx, input: { bountyId, contributor: newAddress(), ...changes } })
const queued = async (submissionId: string) => {
  const jobs = await ctx.sql`
    select state from pgboss.job where name = 'reconstruct' and data->>'submissionId' = ${submissionId}`
  return jobs.length
}

describe('a submission', () => {
  test('is accepted for an open bounty, with its contributor in lower case', async () => {
    const { bounty_id: bountyId } = await seedBounty(ctx, 'open')
    const contributor = `0x${'AB'.repeat(20)}`
    const { submissionId } = await submit(bountyId, { contributor, note: 'from the\nnorth side' })
    const [row] =
      await ctx.sql`select contributor, note from submission where submission_id = ${submissionId}`
    expect(row).toEqual({ contributor: contributor.toLowerCase(), note: 'from the\nnorth side' })
  })

  test('is listed after earlier submissions, also of the same second, and never with a future time', async () => {
    const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, 'open')
    const expected = [...submissionIds]
    for (let count = 0; count < 8; count++) {
      const { submissionId } = await submit(bountyId)
      expected.push(submissionId)
      const { submissions } = await getBounty({ ctx, input: { bountyId } })
      expect(Date.parse(submissions.at(-1)!.submitted_at)).toBeLessThanOrEqual(Date.now())
    }
    const { submissions } = await getBounty({ ctx, input: { bountyId } })
    expect(submissions.map((one) => one.submission_id).slice(-8)).toEqual(expected.slice(-8))
  })

  test.each(bountyStates.filter((state) => state !== 'open'))('is refused while %s', async (state) => {
    const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, state)
    await expect(submit(bountyId)).rejects.toMatchObject({ name: 'CairnError', code: 'not_open' })
    expect((await getBounty({ ctx, input: { bountyId } })).submissions).toHaveLength(submissionIds.length)
  })

  test('is refused for a bounty that does not exist', async () => {
    await expect(submit('bty_none')).rejects.toMatchObject({ name: 'CairnError', code: 'not_found' })
  })

  test('is refused when it would pay the escrow contract itself', async () => {
    const { bounty_id: bountyId } = await seedBounty(ctx, 'open')
    const { escrow } = ctx.env.networks.find(({ chainId }) => chainId === 8453)!
    await expect(submit(bountyId, { contributor: escrow })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('accepting', () => {
  test('queues the 3D model of that submission, once: asking again is refused', async () => {
    const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, 'open')
    const [submissionId, other] = submissionIds as [string, string]
    const bounty = await acceptSubmission({ ctx, input: { bountyId, submissionId } })
    const accepted = bounty.submissions.filter((submission) => submission.accepted)
    expect(accepted).toMatchObject([{ submission_id: submissionId, reconstruction_status: 'queued' }])
    const again = acceptSubmission({ ctx, input: { bountyId, submissionId } })
    await expect(again).rejects.toMatchObject({
      code: 'not_open',
      message: expect.stringContaining('before'),
    })
    expect(await queued(submissionId)).toBe(1)
    expect(await queued(other)).toBe(0)
    const events = await ctx.sql<{ name: string; data: unknown }[]>`
      select name, data from event where subject_id = ${bountyId} and name = 'accept'`
    expect(events).toEqual([{ name: 'accept', data: { state: 'accepting', submissionId } }])
  })

  test('accepts one of two concurrent submissions, and queues only its model', async () => {
    const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, 'open')
    const tries = await Promise.allSettled(
      submissionIds.map((submissionId) => acceptSubmission({ ctx, input: { bountyId, submissionId } })),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(tries.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'not_open' })
    const won = submissionIds[tries.findIndex(({ status }) => status === 'fulfilled')]!
    const { submissions } = await getBounty({ ctx, input: { bountyId } })
    expect(submissions.filter(({ accepted }) => accepted)).toMatchObject([{ submission_id: won }])
    expect(await Promise.all(submissionIds.map(queued))).toEqual(
      submissionIds.map((id) => (id === won ? 1 : 0)),
    )
  })

  test('and a concurrent cancel: exactly one succeeds', async () => {
    const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, 'open')
    const [submissionId] = submissionIds as [string]
    const [accepted, cancelled] = await Promise.allSettled([
      acceptSubmission({ ctx, input: { bountyId, submissionId } }),
      cancelBounty({ ctx, input: { bountyId } }),
    ])
    const { status } = await getBounty({ ctx, input: { bountyId } })
    expect([accepted.status, cancelled.status, status]).toEqual(
      accepted.status === 'fulfilled'
        ? ['fulfilled', 'rejected', 'accepting']
        : ['rejected', 'fulfilled', 'cancelling'],
    )
    expect(await queued(submissionId)).toBe(accepted.status === 'fulfilled' ? 1 : 0)
  })
})

const raceTitle = 'a submission during a cancel either precedes the cancel or is refused ($count times)'
sampled(raceTitle, { few: 5, many: 20 }, async (rounds) => {
  for (let round = 0; round < rounds; round++) {
    const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, 'open')
    const [submitted] = await Promise.allSettled([
      submit(bountyId),
      cancelBounty({ ctx, input: { bountyId } }),
    ])
    const { submissions, status } = await getBounty({ ctx, input: { bountyId } })
    expect(status).toBe('cancelling')
    expect(submissions.length - submissionIds.length).toBe(submitted.status === 'fulfilled' ? 1 : 0)
  }
})

// Last: it moves the service's time.
test('a submission is refused once the deadline has passed, though the bounty is still open', async () => {
  const { bounty_id: bountyId } = await seedBounty(ctx, 'open')
  await ctx.sql`update service_clock set offset_seconds = 86400`
  await expect(submit(bountyId)).rejects.toMatchObject({ code: 'deadline_passed' })
})
