import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainAccount } from '#db/schema/outbox'
import { route, routes } from '#lib/http/route'
import { issueNonce, signIn } from '#lib/operations/accounts'
import { checkActionSignature, listActions, previewAction, runAction } from '#lib/operations/operator/actions'
import { getOperator } from '#lib/operations/operator/operator'
import { getOverview } from '#lib/operations/operator/overview'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { moveClock } from '#testing/move-clock'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

const queue = { network: 'eip155:8453', sender: `0x${'cc'.repeat(20)}` }
const operator = privateKeyToAccount(generatePrivateKey())
const colleague = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
let database: TestDatabase
let ctx: UnchainedContext
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  const listed = [operator, colleague].map(({ address }) => `eip155:8453:${address}`).join(',')
  ctx = await openUnchained(database.url, { OPERATOR_WALLETS: listed })
  await ctx.db.insert(chainAccount).values({ chainId: 8453, address: queue.sender, nextNonce: 0 })
  token = await enter(operator)
})
afterAll(async () => {
  await ctx?.close()
  await database?.close()
})
beforeEach(async () => {
  await moveClock(ctx, 0)
  await setFrozen(false)
})

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked at in part
type Answer = { status: number; body: any }
const open = async () => ctx
const send = async (path: string, init: { body?: unknown; as?: string | null } = {}): Promise<Answer> => {
  const { body, as = token } = init
  const handlers = path.endsWith('/signature')
    ? route(checkActionSignature, open)
    : path.startsWith('/api/operator/actions/preview')
      ? route(previewAction, open)
      : path.startsWith('/api/operator/actions')
        ? routes([listActions, runAction], open)
        : path === '/api/operator/overview'
          ? route(getOverview, open)
          : path === '/api/operator/me'
            ? route(getOperator, open)
            : path === '/api/auth/nonce'
              ? route(issueNonce, open)
              : route(signIn, open)
  const headers = { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) }
  const method = body === undefined ? 'GET' : 'POST'
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await handlers[method](new Request(origin + path, { method, headers, ...sent }))
  return { status: answer.status, body: await answer.json() }
}
const signInMessage = async (wallet: PrivateKeyAccount, chainId = 8453) => {
  const { nonce } = (await send('/api/auth/nonce', { as: null })).body
  const said = {
    domain: 'cairn.test',
    uri: origin,
    version: '1',
    chainId,
    nonce,
    issuedAt: new Date(),
  } as const
  return createSiweMessage({ address: wallet.address, statement: 'Sign in to Cairn.', ...said })
}
const verify = async (wallet: PrivateKeyAccount, message: string) =>
  send('/api/auth/verify', { as: null, body: { message, signature: await wallet.signMessage({ message }) } })
async function enter(wallet: PrivateKeyAccount, chainId = 8453): Promise<string> {
  return (await verify(wallet, await signInMessage(wallet, chainId))).body.token
}
const setFrozen = (isFrozen: boolean) =>
  isFrozen
    ? ctx.sql`update chain_account set frozen_at = now(), frozen_by = 'a test', frozen_reason = 'a test'`
    : ctx.sql`update chain_account set frozen_at = null, frozen_by = null, frozen_reason = null`
/** The state that the actions change: whether the sender queue is frozen, and the number of entries in the log. */
const state = async () => {
  const [row] = await ctx.sql<{ frozen: boolean; logged: number }[]>`
    select frozen_at is not null as frozen, (select count(*)::int from operator_action) as logged from chain_account`
  return row!
}
type Asked = { action?: string; input?: object; reason?: string; confirmation?: object }
const freeze = { action: 'freeze_sender_queue', input: queue, reason: 'a key may be stolen' }
const unfreeze = { action: 'unfreeze_sender_queue', input: queue, reason: 'it is not' }
const run = (asked: Asked, as?: string | null) =>
  send('/api/operator/actions', { body: asked, ...(as === undefined ? {} : { as }) })
const messageFor = async (asked: Asked, as = token): Promise<string> =>
  (await send('/api/operator/actions/preview', { body: asked, as })).body.message
const signed = async (message: string, wallet = operator) => ({
  message,
  signature: await wallet.signMessage({ message }),
})

test('wallets that are signed out, unlisted, or listed for another chain are refused by every operation', async () => {
  const elsewhere = await enter(operator, 5042)
  const before = await state()
  for (const as of [null, 'no-token', await enter(stranger), elsewhere]) {
    const answers = [
      await send('/api/operator/me', { as }),
      await send('/api/operator/overview', { as }),
      await send('/api/operator/actions', { as }),
      await send('/api/operator/actions/1/signature', { as }),
      await send('/api/operator/actions/preview', { as, body: freeze }),
      await run(freeze, as),
    ]
    for (const { status, body } of answers) expect([status, body.error]).toEqual([401, 'unauthorized'])
  }
  expect(await state()).toEqual(before)
  expect((await send('/api/operator/me')).body.address).toBe(operator.address)
})

test('an action without a reason, or on an unknown subject, changes nothing', async () => {
  const before = await state()
  for (const reason of ['', '  \n '])
    expect((await run({ ...freeze, reason })).body).toMatchObject({
      error: 'invalid_request',
      field: 'reason',
    })
  expect((await run({ ...freeze, action: 'take_all' })).body).toMatchObject({ field: 'action' })
  expect((await run({ ...freeze, input: { ...queue, sender: '0x1' } })).body.error).toBe('invalid_request')
  expect((await run({ ...freeze, input: { ...queue, sender: stranger.address } })).status).toBe(404)
  expect(await state()).toEqual(before)
})

test('what is done is written down with it, and is found by each filter', async () => {
  const { status, body: done } = await run(freeze)
  expect([status, (await state()).frozen]).toEqual([200, true])
  expect((await run(freeze)).status).toBe(409)
  for (const query of [
    `?id=${done.id}`,
    '?action=freeze_sender_queue',
    `?operator=${operator.address}`,
    `?subject=sender_queue&subject_id=${encodeURIComponent(`eip155:8453 ${queue.sender}`)}`,
  ]) {
    const { actions } = (await send(`/api/operator/actions${query}`)).body
    expect(actions[0], query).toMatchObject({ id: done.id, reason: freeze.reason, signature: null })
  }
  for (const query of ['?action=unheard_of', `?operator=${colleague.address}`, '?subject=bounty'])
    expect((await send(`/api/operator/actions${query}`)).body.actions).toEqual([])
  expect((await send(`/api/operator/actions/${done.id}/signature`)).status).toBe(404)
  await setFrozen(false)
  await run({ ...freeze, reason: 'once more' }, await enter(colleague))
  const first = (await send('/api/operator/actions?limit=1')).body
  expect(first.actions[0]).toMatchObject({ operator: colleague.address.toLowerCase() })
  const next = (await send(`/api/operator/actions?limit=1&cursor=${first.next_cursor}`)).body
  expect(next.actions[0].id).toBe(done.id)
})

describe('what moves money', () => {
  beforeEach(async () => {
    await setFrozen(true)
  })

  test('requires a valid, current signature of this wallet for exactly this action', async () => {
    const before = await state()
    const right = await messageFor(unfreeze)
    const asColleague = await messageFor(unfreeze, await enter(colleague))
    const otherReason = await messageFor({ ...unfreeze, reason: 'another' })
    const otherInput = await messageFor({
      ...unfreeze,
      input: { ...queue, sender: queue.sender.toUpperCase().replace('0X', '0x') },
    })
    const refused: [string, object | undefined, number][] = [
      ['none', undefined, 400],
      // The wallet may be a contract. While its chain does not respond, that is unknown, and the action is refused.
      ['the right message, signed by a colleague', await signed(right, colleague), 503],
      ['a colleague’s own', await signed(asColleague, colleague), 401],
      ['for another reason', await signed(otherReason), 401],
      ['for another input', await signed(otherInput), 401],
      ['a sign-in’s', await signed(await signInMessage(operator)), 401],
      ['for another action', await signed(right.replace('unfreeze_sender_queue:', 'return_inflow:')), 401],
      ['with a nonce of nobody', await signed(right.replace(/Nonce: \w+/, `Nonce: ${'a'.repeat(32)}`)), 401],
      ['for another effect', await signed(right.replace('0 transaction', '1 transaction')), 409],
      ['changed after it was signed', { ...(await signed(right)), message: `${right} ` }, 400],
    ]
    for (const [what, confirmation, status] of refused) {
      const answer = await run({ ...unfreeze, ...(confirmation ? { confirmation } : {}) })
      expect(answer.status, what).toBe(status)
    }
    await moveClock(ctx, 11 * 60)
    expect((await run({ ...unfreeze, confirmation: await signed(right) })).status).toBe(401)
    expect(await state()).toEqual(before)
  })

  test('is done once for one signature, also when it comes twice at once, and not again later', async () => {
    const before = await state()
    const confirmation = await signed(await messageFor(unfreeze))
    const answers = await Promise.all([1, 2, 3].map(() => run({ ...unfreeze, confirmation })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 409]).toContain(status)
    expect(await state()).toEqual({ frozen: false, logged: before.logged + 1 })
    await setFrozen(true)
    const again = await run({ ...unfreeze, confirmation })
    expect([again.status, again.body.message]).toEqual([401, expect.stringContaining('was used')])
    expect(await state()).toEqual({ frozen: true, logged: before.logged + 1 })
  })

  test('has a message that opens no session', async () => {
    const message = await messageFor(unfreeze)
    expect((await verify(operator, message)).status).toBe(401)
    // The attempt did not use up the message.
    expect((await run({ ...unfreeze, confirmation: await signed(message) })).status).toBe(200)
  })

  test('can be checked from the log alone, which shows what was changed in it', async () => {
    const { body: done } = await run({ ...unfreeze, confirmation: await signed(await messageFor(unfreeze)) })
    const path = `/api/operator/actions/${done.id}/signature`
    const all = { id: done.id, is_by_operator: true, is_for_action: true, is_for_effect: true }
    expect((await send(path)).body).toEqual(all)
    const forge = (set: string) =>
      ctx.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql.unsafe(`update operator_action set ${set} where id = ${Number(done.id)}`)
      })
    await expect(ctx.sql`update operator_action set reason = 'x' where id = ${done.id}`).rejects.toThrow()
    await forge(`reason = 'a better one'`)
    expect((await send(path)).body).toEqual({ ...all, is_for_action: false })
    await forge(`reason = '${unfreeze.reason}', effect = 'Nothing.'`)
    expect((await send(path)).body).toEqual({ ...all, is_for_effect: false })
    await forge(`operator = '${colleague.address.toLowerCase()}'`)
    expect((await send(path)).body).toMatchObject({ is_by_operator: false })
  })
})

test('an action and its entry stand or fall together, and a signature for what failed is good still', async () => {
  await setFrozen(true)
  const before = await state()
  const confirmation = await signed(await messageFor(unfreeze))
  await ctx.sql`alter table operator_action add constraint never check (action <> 'unfreeze_sender_queue') not valid`
  expect((await run({ ...unfreeze, confirmation })).status).toBeGreaterThanOrEqual(500)
  expect(await state()).toEqual(before)
  await ctx.sql`alter table operator_action drop constraint never`
  expect((await run({ ...unfreeze, confirmation })).status).toBe(200)
  expect(await state()).toEqual({ frozen: false, logged: before.logged + 1 })
  // The opposite case: several actions whose guard was satisfied when they checked it. Those that come late leave no entry.
  const frozen = await Promise.all([1, 2, 3].map(() => run(freeze)))
  expect(frozen.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await state()).toEqual({ frozen: true, logged: before.logged + 2 })
})

test('the overview answers during an outage of chains, and shows unknown figures as unknown', async () => {
  const { status, body } = await send('/api/operator/overview')
  expect(status).toBe(200)
  expect(body.money).toMatchObject({ verdict: 'unchecked', audited_at: null })
  for (const network of body.networks) {
    expect(network).toMatchObject({ money: null, head_age_seconds: null })
    expect(network.could_not_check).not.toBeNull()
    expect(network.providers).toMatchObject([{ head: null, behind: null }])
  }
  expect(body.networks[0].keys[0]).toMatchObject({ balance: null, lasts: null, is_low: false })
  const alerts = body.needs.map(({ alert }: { alert: string }) => alert)
  for (const alert of ['CairnMoneyUnchecked', 'CairnChainAway', 'CairnWorkerSilent', 'CairnExpiryLate'])
    expect(alerts).toContain(alert)
  for (const need of body.needs) expect(need.runbook, need.alert).toEqual(expect.any(String))
})
