import { createHash } from 'node:crypto'
import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#lib/adapters/env'
import { peerHeader } from '#lib/adapters/peer-address'
import { pictureHashAlgorithm } from '#lib/domain/film/picture-hash'
import { routes } from '#lib/http/route'
import { findMatches, findMatchesByAddress } from '#lib/operations/likeness'
import { insertPictureHashes } from '#lib/services/likeness/insert-picture-hashes'
import { requestLogOf } from '#lib/services/requests/request-log'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin, unchainedSettings } from '#testing/unchained-settings'

const alg = pictureHashAlgorithm
const hash = new Uint8Array(createHash('sha256').update('a picture').digest())
const value = Buffer.from(hash).toString('base64url')

let database: TestDatabase
let ctx: UnchainedContext
let sha256: string
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
  const tree = { treeId: 1, geohashes: ['u09tun'], capturedAt: '2026-11-20T10:00:00Z' }
  sha256 = (await anchorTestCaptures(database, tree))[0]!
  await insertPictureHashes({ tx: database.db, sha256: hexToBytes(sha256), hashes: [hash] })
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})

let clients = 0
const open = routes([findMatchesByAddress, findMatches], async () => ctx)
const from = (address: string) => ({ [peerHeader]: address })
const post = (body: unknown, handlers = open, address = `198.51.100.${++clients}`) =>
  handlers.POST(
    new Request(origin + findMatches.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(address) },
      body: JSON.stringify(body),
    }),
  )
const get = (query: Record<string, string>) =>
  open.GET(
    new Request(`${origin}${findMatches.path}?${new URLSearchParams(query)}`, {
      headers: from(`198.51.100.${++clients}`),
    }),
  )

test('a hash is answered with the SHA-256 and the similarity of what looks like it, the same by GET and by POST', async () => {
  for (const response of [await post({ alg, value }), await get({ alg, value })]) {
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    // No place, time or picture, even after columns are added to the tables.
    expect(await response.json()).toEqual({ matches: [{ sha256, similarityScore: 100 }] })
  }
})

test('a hash that resembles no capture has no match', async () => {
  const other = Buffer.from(hash.map((byte) => byte ^ 0b0101_0101)).toString('base64')
  expect(await (await post({ alg, value: other })).json()).toEqual({ matches: [] })
})

test.each([
  ['another algorithm', { alg: 'io.example.fingerprint.1', value }, 'alg'],
  ['no algorithm', { value }, 'alg'],
  ['half a hash', { alg, value: value.slice(0, 20) }, 'value'],
  ['no hash', { alg }, 'value'],
])('%s is refused by name', async (_, given, field) => {
  for (const response of [await post(given), await get(given as Record<string, string>)]) {
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request', field })
  }
})

test('searches are limited for each address, by a limit of their own', async () => {
  const env = parseEnv({ ...unchainedSettings(database.url), RATE_LIMIT_LIKENESS: '2' })
  const limited = routes([findMatchesByAddress, findMatches], async () => ({ ...ctx, env }))
  const statuses: number[] = []
  for (let count = 0; count < 3; count++)
    statuses.push((await post({ alg, value }, limited, '203.0.113.9')).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('the log has neither the hash that was searched nor the search that was answered', async () => {
  await post({ alg, value })
  await get({ alg, value })
  await post({ alg: 'io.example.fingerprint.1', value })
  await get({ alg, value: `${value}!` })
  await requestLogOf(ctx).flush()
  const rows = await database.sql`select * from request_log`
  expect(rows.some((row) => row.operation === 'findMatches')).toBe(true)
  expect(rows.filter((row) => row.status === 200)).toEqual([])
  expect(JSON.stringify(rows)).not.toContain(value.slice(0, 20))
})
