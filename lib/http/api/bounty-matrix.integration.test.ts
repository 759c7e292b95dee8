import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BountyState, bountyStates } from '#lib/domain/bounty/bounty'
import { type Bounty, bountySchema } from '#lib/schemas/bounty'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { bountyPath, withToken } from '#testing/bounty-request'
import { type SeededBounty, seedBounty } from '#testing/bounty-states'
import { jsonPost } from '#testing/paid-service'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
let stranger: SeededBounty
beforeAll(async () => {
  service = await openUnpaidService()
  stranger = await seedBounty(service.ctx, 'open')
})
afterAll(() => service?.close())

/** The answer to each call in a state: the code of a refusal, or the status of the bounty afterwards. */
type Answers = {
  get: BountyState
  /** The submission that was accepted, or the first one. */
  accept: BountyState | Refusal
  acceptOther: BountyState | Refusal
  acceptUnknown: Refusal
  cancel: BountyState | Refusal
  /** A submission of the bounty. */
  decline: BountyState | Refusal
  declineUnknown: Refusal
  /** The transactions that the bounty shows. */
  txs: Partial<Record<TxField, keyof SeededBounty['txs']>>
}
type Refusal = '404 not_found' | '409 not_open' | '409 deadline_passed'
type TxField = 'create_tx' | 'accept_tx' | 'cancel_tx' | 'refund_tx' | 'payout_tx'

const closed = {
  accept: '409 not_open',
  acceptOther: '409 not_open',
  acceptUnknown: '409 not_open',
  cancel: '409 not_open',
  decline: '409 not_open',
  declineUnknown: '409 not_open',
} as const
/** From the deadline on, before and after the expiry run. */
const overdue = {
  accept: '409 deadline_passed',
  acceptOther: '409 deadline_passed',
  acceptUnknown: '409 deadline_passed',
  cancel: '409 not_open',
  decline: '409 deadline_passed',
  declineUnknown: '409 deadline_passed',
} as const
const unposted = { ...closed, txs: {} }
const create_tx = 'create'

const matrix: Record<BountyState, Answers> = {
  paid: { ...unposted, get: 'paid' },
  creating: { ...unposted, get: 'creating' },
  open: {
    get: 'open',
    accept: 'accepting',
    acceptOther: 'accepting',
    acceptUnknown: '404 not_found',
    cancel: 'cancelling',
    decline: 'open',
    declineUnknown: '404 not_found',
    txs: { create_tx },
  },
  accepting: { ...closed, get: 'accepting', txs: { create_tx } },
  accepted: { ...closed, get: 'accepted', txs: { create_tx, accept_tx: 'accept' } },
  cancelling: { ...closed, get: 'cancelling', txs: { create_tx } },
  cancelled: {
    ...closed,
    get: 'cancelled',
    txs: { create_tx, cancel_tx: 'payout', payout_tx: 'payout' },
  },
  expired: { ...overdue, get: 'expired', txs: { create_tx } },
  expired_refunded: {
    ...closed,
    get: 'expired_refunded',
    txs: { create_tx, refund_tx: 'payout', payout_tx: 'payout' },
  },
  failed: { ...unposted, get: 'failed', txs: { payout_tx: 'payout' } },
}

type Call = { name: string; suffix: string; init: RequestInit }
const calls = (seeded: SeededBounty): Record<Exclude<keyof Answers, 'txs'>, Call> => {
  const accept = (name: string, submissionId: string | undefined): Call => ({
    name,
    suffix: '/accept',
    init: jsonPost({ submission_id: submissionId ?? 'sub_none' }),
  })
  const decline = (name: string, submissionId: string | undefined): Call => ({
    name,
    suffix: `/submissions/${submissionId ?? 'sub_none'}/decline`,
    init: jsonPost({ reason: 'blurred' }),
  })
  return {
    decline: decline('decline', seeded.submissionIds[0]),
    declineUnknown: decline('decline a stranger’s', stranger.submissionIds[0]),
    get: { name: 'GET', suffix: '', init: {} },
    cancel: { name: 'cancel', suffix: '/cancel', init: { method: 'POST' } },
    accept: accept('accept', seeded.submissionIds[0]),
    acceptOther: accept('accept another', seeded.submissionIds[1]),
    // The submission exists, but belongs to another bounty.
    acceptUnknown: accept('accept a stranger’s', stranger.submissionIds[0]),
  }
}
const send = (id: string, { suffix, init }: Call, token?: string) =>
  service.send(`${bountyPath}/${id}${suffix}`, token === undefined ? init : withToken(token, init))
const read = async (seeded: SeededBounty): Promise<Bounty> => {
  const response = await send(seeded.bounty_id, calls(seeded).get, seeded.agent_token)
  return bountySchema.strict().parse(await response.json())
}
const errorOf = async (response: Response) =>
  (await response.json()) as { error: string; message: string; field?: string; request_id?: string }

function describeState(state: BountyState): void {
  const answers = matrix[state]

  test('GET shows it whole', async () => {
    const seeded = await seedBounty(service.ctx, state)
    const { bounty_id: id, submissionIds, txs } = seeded
    const isPosted = submissionIds.length > 0
    const { agent_token: _t, submissionIds: _s, txs: _x, ...beginning } = seeded
    const tx = (field: TxField) => {
      const name = answers.txs[field]
      return name ? txs[name] : null
    }
    const chosen = state === 'accepting' || state === 'accepted' ? submissionIds[0] : undefined
    const response = await send(id, calls(seeded).get, seeded.agent_token)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const bounty = bountySchema.strict().parse(await response.json())
    expect(bounty).toEqual({
      ...beginning,
      status: answers.get,
      onchain_id: isPosted ? expect.any(Number) : null,
      board_url: isPosted ? `${origin}/board/${id}` : null,
      create_tx: tx('create_tx'),
      accept_tx: tx('accept_tx'),
      cancel_tx: tx('cancel_tx'),
      refund_tx: tx('refund_tx'),
      payout_tx: tx('payout_tx'),
      submissions: expect.any(Array),
    })
    const aNumber = expect.any(Number)
    const bySubmission = (a: { submission_id: string }, b: { submission_id: string }) =>
      a.submission_id < b.submission_id ? -1 : 1
    expect(bounty.submissions.toSorted(bySubmission)).toEqual(
      submissionIds
        .map((submissionId, index) => ({
          submission_id: submissionId,
          submitted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          note: index === 0 ? 'The first one' : null,
          ...{ captured_at: null, geohash: null, claims_from: null },
          ...{ place_match: 'unknown', time_match: 'unknown' },
          ...{ preview_status: 'pending', quality_status: 'pending' },
          ...{ quality_reasons: [], quality_warnings: [] },
          credentials: null,
          ...{ model_forecast: null, model_forecast_reason: null, model_forecast_status: 'none' },
          reconstruction_status: submissionId === chosen ? 'queued' : 'none',
          ...{ reconstruction_reason: null, reconstruction_stage: null },
          reconstruction_remaining_seconds: null,
          reconstruction_progress: submissionId === chosen ? 0 : null,
          ...{ reconstruction_mode: 'standard', reconstruction_retries_left: 3 },
          ...{ proof_status: 'none', proof_by: null, declined: null },
          accepted: submissionId === chosen,
          contributor_record: expect.objectContaining({ submitted: aNumber, posters: aNumber }),
          ...{ preview_url: null, full_capture_url: null, model_glb_url: null },
          ...{ model_splats_url: null, model_zip_url: null },
        }))
        .toSorted(bySubmission),
    )
  })

  test.each(['accept', 'acceptOther', 'acceptUnknown', 'cancel'] as const)('%s', async (name) => {
    const expected = answers[name]
    const seeded = await seedBounty(service.ctx, state)
    const before = await read(seeded)
    const call = calls(seeded)[name]
    const response = await send(seeded.bounty_id, call, seeded.agent_token)
    if (expected.startsWith('4')) {
      const [status, error] = expected.split(' ')
      expect(response.status).toBe(Number(status))
      expect(await errorOf(response)).toMatchObject({ error })
      expect(await read(seeded)).toEqual(before)
      return
    }
    expect(response.status).toBe(202)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const bounty = bountySchema.strict().parse(await response.json())
    expect(bounty.status).toBe(expected)
    expect(await read(seeded)).toEqual(bounty)
    // A repetition is refused and changes nothing.
    const again = await send(seeded.bounty_id, call, seeded.agent_token)
    expect(again.status).toBe(409)
    expect(await errorOf(again)).toMatchObject({ error: 'not_open' })
    expect(await read(seeded)).toEqual(bounty)
  })

  test.each(['decline', 'declineUnknown'] as const)(
    '%s, which changes no money and can be repeated',
    async (name) => {
      const expected = answers[name]
      const seeded = await seedBounty(service.ctx, state)
      const before = await read(seeded)
      const call = calls(seeded)[name]
      const response = await send(seeded.bounty_id, call, seeded.agent_token)
      if (expected.startsWith('4')) {
        const [status, error] = expected.split(' ')
        expect(response.status).toBe(Number(status))
        expect(await errorOf(response)).toMatchObject({ error })
        expect(await read(seeded)).toEqual(before)
        return
      }
      expect(response.status).toBe(200)
      const declined = bountySchema.strict().parse(await response.json())
      const { submissions, ...rest } = declined
      expect({ ...rest, submissions: before.submissions }).toEqual(before)
      expect(submissions.filter((one) => one.declined)).toMatchObject([
        { submission_id: seeded.submissionIds[0], declined: { reason: 'blurred', text: null } },
      ])
      const again = await send(seeded.bounty_id, call, seeded.agent_token)
      expect([again.status, await again.json()]).toEqual([200, declined])
    },
  )

  test('without its token every call is 401, alike, and changes nothing', async () => {
    const seeded = await seedBounty(service.ctx, state)
    const before = await read(seeded)
    const texts = new Set<string>()
    const { bounty_id: id, agent_token: token } = seeded
    const wrong: [string, Record<string, string>][] = [
      [id, {}],
      [id, { authorization: `Bearer ${stranger.agent_token}` }],
      [id, { authorization: `Bearer ${token.slice(0, -1)}` }],
      [id, { authorization: `Bearer ${token} ${token}` }],
      [id, { authorization: `Basic ${token}` }],
      [id, { authorization: token }],
      [id, { authorization: 'Bearer' }],
      [id, { authorization: 'Bearer \u00e4' }],
      [`${id}0`, { authorization: `Bearer ${token}` }],
      ['bty_00000000000000000000000000000000', { authorization: `Bearer ${token}` }],
      ['%00', { authorization: `Bearer ${token}` }],
    ]
    for (const call of Object.values(calls(seeded)))
      for (const [path, headers] of wrong) {
        const init = { ...call.init, headers: { ...(call.init.headers as object), ...headers } }
        const response = await send(path, { ...call, init })
        expect(response.status).toBe(401)
        expect(response.headers.get('www-authenticate')).toBe('Bearer')
        const { request_id: _, ...error } = await errorOf(response)
        texts.add(JSON.stringify(error))
      }
    expect(texts.size).toBe(1)
    expect([...texts][0]).toContain('"unauthorized"')
    expect(await read(seeded)).toEqual(before)
  })

  test('an invalid request is 400 with its field, with any token, and changes nothing', async () => {
    const seeded = await seedBounty(service.ctx, state)
    const before = await read(seeded)
    const bodies: [string, unknown, string | undefined][] = [
      ['/accept', undefined, undefined],
      ['/accept', [], undefined],
      ['/accept', 'text', undefined],
      ['/accept', {}, 'submission_id'],
      ['/accept', { submission_id: 7 }, 'submission_id'],
      ['/accept', { submission_id: null }, 'submission_id'],
      ['/accept', { submission_id: '' }, 'submission_id'],
      ['/accept', { submission_id: 's'.repeat(65) }, 'submission_id'],
      ['/accept', { submission_id: 'sub\u0000' }, 'submission_id'],
      ['/accept', { submission_id: '\ud800' }, 'submission_id'],
      ['/submissions/x/decline', {}, 'reason'],
      ['/submissions/x/decline', { reason: null }, 'reason'],
      ['/submissions/x/decline', { reason: 'ugly' }, 'reason'],
      ['/submissions/x/decline', { reason: 'other' }, 'text'],
      ['/submissions/x/decline', { reason: 'none', text: 'Never mind.' }, 'text'],
      ['/submissions/x/decline', { reason: 'blurred', text: ' ' }, 'text'],
      ['/submissions/x/decline', { reason: 'blurred', text: 'x'.repeat(501) }, 'text'],
      ['/submissions/x/decline', { reason: 'blurred', text: 'a\u202eb' }, 'text'],
      ['/cancel', ['yes'], undefined],
      ['/cancel', 'yes', undefined],
      ['/cancel', null, undefined],
    ]
    for (const [suffix, body, field] of bodies)
      for (const token of [seeded.agent_token, stranger.agent_token, undefined]) {
        const init = { ...jsonPost(body), ...(body === undefined ? { body: '' } : {}) }
        const response = await send(seeded.bounty_id, { name: '', suffix, init }, token)
        expect(response.status).toBe(400)
        const error = await errorOf(response)
        expect(error).toMatchObject({ error: 'invalid_request' })
        expect(error.field).toBe(field)
      }
    expect(await read(seeded)).toEqual(before)
  })
}

/** States in which a call does something, or is refused for another reason than the state. */
const decisive: readonly BountyState[] = ['open', 'accepting', 'expired']
for (const state of bountyStates)
  describe(state, decisive.includes(state) ? {} : { tags: 'thorough' }, () => describeState(state))

test('the scheme of the credential is read in any case', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const response = await service.send(`${bountyPath}/${stranger.bounty_id}`, {
      headers: { authorization: `${scheme} ${stranger.agent_token}` },
    })
    expect(response.status).toBe(200)
  }
})

test.each([
  ['nothing', {}],
  ['nothing, said to be JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
  ['an empty object', { headers: { 'content-type': 'application/json' }, body: '{}' }],
  ['an empty object without a type', { headers: { 'content-type': 'text/plain' }, body: ' {} ' }],
  ['members nobody reads', { headers: { 'content-type': 'application/json' }, body: '{"reason":"rain"}' }],
])('cancel takes %s', async (_, init) => {
  const seeded = await seedBounty(service.ctx, 'open')
  const call = { name: '', suffix: '/cancel', init: { method: 'POST', ...init } }
  const response = await send(seeded.bounty_id, call, seeded.agent_token)
  expect(response.status).toBe(202)
  expect(await response.json()).toMatchObject({ status: 'cancelling' })
})

test('accept demands JSON, and says so before it asks for a token', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"submission_id":"x"}' }
  const response = await send(stranger.bounty_id, { name: '', suffix: '/accept', init })
  expect(response.status).toBe(415)
})

test.each(['', '/accept', '/cancel'])('other methods on a bounty%s are 405', async (suffix) => {
  for (const method of suffix === '' ? ['POST', 'PUT', 'DELETE'] : ['GET', 'HEAD', 'PUT']) {
    const response = await send(
      stranger.bounty_id,
      { name: '', suffix, init: { method } },
      stranger.agent_token,
    )
    expect(response.status).toBe(405)
  }
})

// Last, because it moves the service's clock.
describe('open, past its deadline and not closed yet', () => {
  let late: SeededBounty[]
  beforeAll(async () => {
    late = [await seedBounty(service.ctx, 'open'), await seedBounty(service.ctx, 'open')]
    late.push(await seedBounty(service.ctx, 'accepting'))
    await service.ctx.sql`update service_clock set offset_seconds = 86400`
  })

  test('accept is refused for any submission: deadline_passed', async () => {
    const [open] = late
    for (const name of ['accept', 'acceptOther', 'acceptUnknown'] as const) {
      const response = await send(open!.bounty_id, calls(open!)[name], open!.agent_token)
      expect(response.status).toBe(409)
      expect(await errorOf(response)).toMatchObject({ error: 'deadline_passed' })
    }
    expect(await read(open!)).toMatchObject({ status: 'expired' })
  })

  test('decline is refused: deadline_passed', async () => {
    const [open] = late
    const response = await send(open!.bounty_id, calls(open!).decline, open!.agent_token)
    expect(response.status).toBe(409)
    expect(await errorOf(response)).toMatchObject({ error: 'deadline_passed' })
  })

  test('cancel is refused: not_open', async () => {
    const [, open] = late
    const response = await send(open!.bounty_id, calls(open!).cancel, open!.agent_token)
    expect(response.status).toBe(409)
    expect(await errorOf(response)).toMatchObject({
      error: 'not_open',
      message: expect.stringContaining('expired'),
    })
    expect(await read(open!)).toMatchObject({ status: 'expired' })
  })

  test('the expiry run changes none of these answers', async () => {
    const [open] = late
    const before = await read(open!)
    expect((await expireBounties({ ctx: service.ctx, input: { limit: 100 } })).expired).toBeGreaterThan(0)
    expect(await read(open!)).toEqual(before)
    const codes = ['accept', 'acceptUnknown', 'cancel'] as const
    const answers = codes.map(async (name) =>
      errorOf(await send(open!.bounty_id, calls(open!)[name], open!.agent_token)),
    )
    expect((await Promise.all(answers)).map(({ error }) => error)).toEqual([
      'deadline_passed',
      'deadline_passed',
      'not_open',
    ])
  })

  test('a submission that was accepted before the deadline stays accepted', async () => {
    expect(await read(late[2]!)).toMatchObject({ status: 'accepting' })
  })
})
