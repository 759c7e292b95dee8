import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyPath, withToken } from '#testing/bounty-request'
import { type SeededBounty, seedBounty } from '#testing/bounty-states'
import { jsonPost } from '#testing/paid-service'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

// Accept and cancel with an `Idempotency-Key`: a repeated request gets the lost answer, and nothing happens twice.

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

type Call = { suffix: string; init: RequestInit }
const callsOf = ({ submissionIds }: SeededBounty) => {
  const accept = (submissionId = 'sub_none'): Call => ({
    suffix: '/accept',
    init: jsonPost({ submission_id: submissionId }),
  })
  return {
    accept: accept(submissionIds[0]),
    acceptOther: accept(submissionIds[1]),
    acceptUnknown: accept(),
    cancel: { suffix: '/cancel', init: { method: 'POST' } } as Call,
  }
}
const withKey = (call: Call, key: string): Call => ({
  ...call,
  init: { ...call.init, headers: { ...(call.init.headers as object), 'Idempotency-Key': key } },
})
const send = (id: string, { suffix, init }: Call, token?: string) =>
  service.send(`${bountyPath}/${id}${suffix}`, token === undefined ? init : withToken(token, init))
const statusOf = async ({ bounty_id: id, agent_token: token }: SeededBounty) =>
  ((await (await send(id, { suffix: '', init: {} }, token)).json()) as { status: string }).status
const errorOf = async (response: Response) => (await response.json()) as { error: string; field?: string }

test.each(['accept', 'cancel'] as const)(
  'a repeated %s gets the same 202, in any later state of the bounty',
  async (name) => {
    const seeded = await seedBounty(service.ctx, 'open')
    const call = withKey(callsOf(seeded)[name], 'key 1')
    const first = await send(seeded.bounty_id, call, seeded.agent_token)
    expect(first.status).toBe(202)
    const text = await first.text()
    const { bountyId, acceptTx, payoutTx } = {
      bountyId: seeded.bounty_id,
      acceptTx: new Uint8Array(32).fill(1),
      payoutTx: new Uint8Array(32).fill(2),
    }
    // The bounty ends meanwhile.
    await (name === 'accept'
      ? service.ctx
          .sql`update bounty set state = 'accepted', accept_tx = ${acceptTx} where bounty_id = ${bountyId}`
      : service.ctx
          .sql`update bounty set state = 'cancelled', cancel_tx = ${payoutTx}, payout_tx = ${payoutTx}
                        where bounty_id = ${bountyId}`)
    const again = await send(bountyId, call, seeded.agent_token)
    expect([again.status, await again.text()]).toEqual([202, text])
    expect(again.headers.get('cache-control')).toBe('private, no-store')
    expect(await statusOf(seeded)).toBe(name === 'accept' ? 'accepted' : 'cancelled')
  },
)

test('two concurrent requests with the same key both get 202, and are carried out once', async () => {
  const seeded = await seedBounty(service.ctx, 'open')
  const call = withKey(callsOf(seeded).accept, 'key 2')
  const answers = await Promise.all([1, 2, 3].map(() => send(seeded.bounty_id, call, seeded.agent_token)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts).size).toBe(1)
  const events = await service.ctx.sql`
    select 1 from event where subject_id = ${seeded.bounty_id} and name = 'accept'`
  expect(events).toHaveLength(1)
})

test('another key, another submission, another call, another bounty or no token get no stored answer', async () => {
  const seeded = await seedBounty(service.ctx, 'open')
  const { accept, acceptOther, cancel } = callsOf(seeded)
  await send(seeded.bounty_id, withKey(accept, 'key 3'), seeded.agent_token)
  for (const call of [withKey(accept, 'key 4'), withKey(acceptOther, 'key 3'), withKey(cancel, 'key 3')]) {
    const response = await send(seeded.bounty_id, call, seeded.agent_token)
    expect(response.status).toBe(409)
    expect(await errorOf(response)).toMatchObject({ error: 'not_open' })
  }
  const other = await seedBounty(service.ctx, 'accepting')
  expect((await send(other.bounty_id, withKey(accept, 'key 3'), other.agent_token)).status).toBe(409)
  expect((await send(seeded.bounty_id, withKey(accept, 'key 3'))).status).toBe(401)
})

test('a refusal is not stored: the same key works once the request can be taken', async () => {
  const seeded = await seedBounty(service.ctx, 'open')
  const { accept, acceptUnknown } = callsOf(seeded)
  const refused = await send(seeded.bounty_id, withKey(acceptUnknown, 'key 5'), seeded.agent_token)
  expect(refused.status).toBe(404)
  expect((await send(seeded.bounty_id, withKey(accept, 'key 5'), seeded.agent_token)).status).toBe(202)
})

test.each(['x'.repeat(256), 'caf\u00e9', ''])('an invalid key is 400 and names the header', async (key) => {
  const seeded = await seedBounty(service.ctx, 'open')
  const response = await send(seeded.bounty_id, withKey(callsOf(seeded).cancel, key), seeded.agent_token)
  expect(response.status).toBe(400)
  expect(await errorOf(response)).toMatchObject({ error: 'invalid_request', field: 'Idempotency-Key' })
  expect(await statusOf(seeded)).toBe('open')
})
