import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { session } from '#db/schema/account'
import { capture } from '#db/schema/capture'
import { operatorAction } from '#db/schema/operator'
import { hashToken } from '#lib/adapters/hash-token'
import { runKeys } from '#lib/cli/keys-run'
import { intakeRoute } from '#lib/http/api/intake-route'
import { route } from '#lib/http/route'
import type { OperatorOperation } from '#lib/operations/define-operation'
import { listActions, runAction } from '#lib/operations/operator/actions'
import {
  getCapture,
  getIntake,
  listCaptures,
  listOperatorTrees,
  listWithdrawn,
  takeManifest,
} from '#lib/operations/operator/captures'
import { listKeys } from '#lib/operations/operator/limits'
import { authorizeKey } from '#lib/services/api-keys/authorize-key'
import { releaseLease, renewLeases, takeLease } from '#lib/services/feed/stream-leases'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

const wallet = `0x${'0a'.repeat(20)}`
const token = 'token-of-an-operator'
let database: TestDatabase
let ctx: UnchainedContext

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url, { OPERATOR_WALLETS: `eip155:8453:${wallet}` })
  for (const [holder, address] of [
    [token, wallet],
    ['token-of-another', `0x${'0b'.repeat(20)}`],
  ] as const)
    await ctx.db
      .insert(session)
      .values({ tokenHash: hashToken(holder), address, chainId: 8453, expiresAt: new Date('2100-01-01') })
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})

const bearer = { authorization: `Bearer ${token}` }
// biome-ignore lint/suspicious/noExplicitAny: what each takes and gives differs
const get = async (operation: OperatorOperation<any, any>, path: string) =>
  (await route(operation, async () => ctx).GET(new Request(origin + path, { headers: bearer }))).json()
const act = async (action: string, input: object) => {
  const body = JSON.stringify({ action, input, reason: 'for a test' })
  const headers = { ...bearer, 'content-type': 'application/json' }
  const request = new Request(`${origin}/api/operator/actions`, { method: 'POST', headers, body })
  return (await route(runAction, async () => ctx).POST(request)).json()
}
const send = async (body: BodyInit, headers: Record<string, string> = {}, query = '?reason=a%20partner') => {
  const init = { method: 'POST', body, headers: { ...bearer, ...headers }, duplex: 'half' } as RequestInit
  const answer = await intakeRoute(takeManifest, async () => ctx).POST(
    new Request(`${origin}/api/operator/manifests${query}`, init),
  )
  return { status: answer.status, body: await answer.json() }
}
const hash = () => randomBytes(32).toString('hex')
const line = (sha256: string, more: object = { geohash: 'u33dbbzzzzzz' }) =>
  `${JSON.stringify({ sha256, captured_at: '2026-05-01T12:00:00Z', ...more })}\n`
const count = async () => (await ctx.db.select().from(capture)).length

test('a manifest is imported once, also if it is sent repeatedly, with its invalid lines named and no place finer than a cell', async () => {
  const [one, two] = [hash(), hash()]
  const manifest = `${line(one)}\n${line(two, { lat: 52.516312345, lon: 13.377712345 })}{"sha256": "52.516312345"}\n${line(one)}oh no\n`
  const first = await send(manifest)
  const sha256 = createHash('sha256').update(manifest).digest('hex')
  expect(first).toMatchObject({ status: 200, body: { sha256, created: 2, known: 1, refused: 2 } })
  expect(first.body.faults).toEqual([
    { line: 4, reason: 'sha256 must be 64 hex digits' },
    { line: 6, reason: 'not JSON' },
  ])
  expect((await send(manifest)).body).toMatchObject({ created: 0, known: 3, refused: 2 })
  expect((await get(getIntake, '/api/operator/captures')).waiting.count).toBe(2)
  const found = await get(getCapture, `/api/operator/captures/${two}`)
  expect(found).toMatchObject({ geohash: 'u33db2', source: 'manifest', state: 'waiting', tree_id: null })
  const logged = await ctx.db.select().from(operatorAction).where(eq(operatorAction.subjectId, sha256))
  expect(logged.map(({ action, result }) => [action, result])).toEqual([
    ['take_manifest', { created: 2, known: 1, refused: 2 }],
    ['take_manifest', { created: 0, known: 3, refused: 2 }],
  ])
  const { known, actions } = await get(listActions, '/api/operator/actions?action=take_manifest')
  expect(actions).toHaveLength(2)
  expect(known.actions).toContain('take_manifest')
  const everything = await ctx.sql`select jsonb_agg(to_jsonb(capture)) as all from capture`
  expect(JSON.stringify([everything, logged, first])).not.toContain('12345')
})

test('a truncated, interrupted, oversized, empty or unauthorized manifest is refused, and neither imported nor logged', async () => {
  const before = [await count(), (await ctx.db.select().from(operatorAction)).length]
  const text = line(hash())
  const cut = await send(text, { 'content-length': String(text.length + 1) })
  const failing = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => controller.error(new Error('gone')),
  })
  const refusals = [
    cut,
    await send(failing),
    await send(text, { 'content-length': String(64 * 1024 * 1024 + 1) }),
    await send('\n\n'),
    await send(text, {}, ''),
    await send(text, { authorization: 'Bearer token-of-another' }),
  ]
  expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
    [400, 'invalid_request'],
    [400, 'invalid_request'],
    [413, 'body_too_large'],
    [400, 'invalid_request'],
    [400, 'invalid_request'],
    [401, 'unauthorized'],
  ])
  expect(cut.body.message).toContain('broke off')
  expect([await count(), (await ctx.db.select().from(operatorAction)).length]).toEqual(before)
})

test('a body without a length is counted while it comes', async () => {
  const chunk = new Uint8Array(1024 * 1024).fill(0x61)
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 1
      controller.enqueue(chunk)
    },
  })
  expect((await send(endless)).body.error).toBe('body_too_large')
  expect(sent).toBeLessThan(70)
})

test('the console finds a capture by its file and by its leaf, and lists trees and withdrawals page by page', async () => {
  const ids = await anchorTestCaptures(database, {
    treeId: 1,
    geohashes: ['u09tun', 'u09tun', 'gcpvj0'],
    capturedAt: '2026-05-01T12:00:00Z',
  })
  await anchorTestCaptures(database, {
    treeId: 2,
    geohashes: ['u09tun'],
    capturedAt: '2026-05-01T12:00:00Z',
    isFinal: false,
  })
  const [id] = ids as [string]
  const byFile = await get(getCapture, `/api/operator/captures/sha256:${id.toUpperCase()}`)
  expect(byFile).toMatchObject({ sha256: id, state: 'observed', tree_id: 1, leaf_index: 0 })
  expect(await get(getCapture, `/api/operator/captures/${byFile.leaf_hash}`)).toEqual(byFile)
  expect((await get(getCapture, `/api/operator/captures/${hash()}`)).error).toBe('not_found')
  for (const sha256 of ids) await act('withdraw_capture', { sha256, public_reason: 'rights' })
  expect(await get(getCapture, `/api/operator/captures/${byFile.leaf_hash}`)).toMatchObject({
    sha256: id,
    state: 'withdrawn',
    withdrawal: { reason: 'rights' },
  })
  const trees = await get(listOperatorTrees, '/api/operator/trees?limit=1')
  expect(trees.trees).toMatchObject([{ tree_id: 2, state: 'attesting', attested_at: null, withdrawn: 0 }])
  const next = await get(listOperatorTrees, `/api/operator/trees?limit=1&cursor=${trees.next_cursor}`)
  expect(next).toMatchObject({ trees: [{ tree_id: 1, withdrawn: 3 }], next_cursor: null })
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/api/operator/withdrawals?limit=1&reason=rights${cursor && `&cursor=${cursor}`}`
    const page = await get(listWithdrawn, path)
    seen.push(...page.withdrawals.map((one: { sha256: string }) => one.sha256))
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  expect(seen).toEqual(ids.toReversed())
  expect((await get(listWithdrawn, '/api/operator/withdrawals?reason=privacy')).withdrawals).toEqual([])
})

test('all captures are listed page by page, those without a tree first, and by the characters of a cell', async () => {
  const pages = async (filter = '') => {
    const found: { sha256: string; geohash: string; tree_id: number | null; state: string }[] = []
    for (let cursor = ''; ; ) {
      const path = `/api/operator/newest-captures?limit=2${filter}${cursor && `&cursor=${cursor}`}`
      const { captures, next_cursor } = await get(listCaptures, path)
      found.push(...captures)
      if (next_cursor === null) return found
      cursor = next_cursor
    }
  }
  await send(line(hash()))
  const all = await pages()
  expect(all).toHaveLength(await count())
  expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(all.length)
  expect(all[0]).toMatchObject({ tree_id: null, state: 'waiting' })
  const trees = all.map(({ tree_id }) => tree_id ?? Number.POSITIVE_INFINITY)
  expect(trees).toEqual(trees.toSorted((a, b) => b - a))
  expect(all.at(-1)).toMatchObject({ tree_id: 1, state: 'withdrawn' })
  for (const cell of ['u09tun', 'U09', 'gcpvj0', 'u', 'zzzz'])
    expect(await pages(`&geohash=${cell}`)).toEqual(
      all.filter(({ geohash }) => geohash.startsWith(cell.toLowerCase())),
    )
  expect((await get(listCaptures, '/api/operator/newest-captures?geohash=u09tun5')).error).toBe(
    'invalid_request',
  )
})

test('a key changed in the console or on the command line is held to it, its streams too, and a revoked one stays so', async () => {
  const made = await act('make_key', { account: 'Maps', tier: 'standard', expires_at: null })
  const key = made.once['API key'] as string
  const { prefix } = made.result
  expect(made.result).toEqual({ prefix: key.slice(0, 14) })
  const logged = await ctx.db.select().from(operatorAction).where(eq(operatorAction.action, 'make_key'))
  expect(JSON.stringify(logged)).not.toContain(key)

  const holder = await authorizeKey({ ctx, input: { key } })
  const leases = await Promise.all(Array.from({ length: 4 }, () => takeLease({ sql: ctx.sql, key: holder })))
  const leaseIds = leases.map(({ leaseId }) => leaseId)
  const renewed = () => renewLeases({ sql: ctx.sql, leaseIds })
  expect([...(await renewed()).values()]).toEqual(Array(4).fill('standard'))
  const listed = async () => (await get(listKeys, '/api/operator/keys?account=Maps')).keys[0]
  expect(await listed()).toMatchObject({ prefix, state: 'good', open_streams: 4, limits: { area_km2: 100 } })
  await act('change_key', { prefix, tier: 'trial' })
  const left = await renewed()
  expect([...left.values()]).toEqual(['trial', 'trial'])
  for (const leaseId of leaseIds) await releaseLease({ sql: ctx.sql, leaseId })
  expect(await authorizeKey({ ctx, input: { key } })).toMatchObject({ tier: 'trial', limits: { streams: 2 } })
  expect(await act('change_key', { prefix, expires_at: '2020-01-01T00:00:00Z' })).toMatchObject({
    error: 'conflict',
  })

  let said = ''
  const print = (text: string) => (said += text)
  const expiresAt = new Date('2100-01-01T00:00:00Z')
  await runKeys({ ctx, args: { verb: 'change', prefix, tier: 'scale', expiresAt }, print })
  expect(said).toBe(`${prefix}: tier scale, expires 2100-01-01T00:00Z.\n`)
  expect(await listed()).toMatchObject({ tier: 'scale', expires_at: '2100-01-01T00:00:00Z', open_streams: 0 })
  expect((await act('revoke_key', { prefix })).result).toEqual({ prefix })
  for (const [action, input] of [
    ['revoke_key', { prefix }],
    ['change_key', { prefix, tier: 'trial' }],
  ] as const)
    expect((await act(action, input)).error).toBe('conflict')
  await expect(authorizeKey({ ctx, input: { key } })).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await get(listKeys, '/api/operator/keys?state=good&account=Maps')).keys).toEqual([])
  expect((await get(listKeys, '/api/operator/keys?state=revoked&tier=scale')).keys).toHaveLength(1)
})
