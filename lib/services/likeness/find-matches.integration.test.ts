import { createHash } from 'node:crypto'
import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { parseEnv } from '#lib/adapters/env'
import { pictureDistanceMax } from '#lib/domain/film/picture-hash'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { findMatches, matchesSql } from '#lib/services/likeness/find-matches'
import { hashesLiteral, insertPictureHashes } from '#lib/services/likeness/insert-picture-hashes'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { unchainedSettings } from '#testing/unchained-settings'

let database: TestDatabase
let treeId = 0
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.sql`truncate picture_hash`)

/** A hash that looks random, and is the same for the same name. */
const hashOf = (name: string) => new Uint8Array(createHash('sha256').update(name).digest())
/** The same hash with its last bits changed: the first bands stay equal. */
const changed = (hash: Uint8Array, count: number) => {
  const other = hash.slice()
  for (let bit = 255; bit > 255 - count; bit--) other[bit >> 3]! ^= 0x80 >> (bit & 7)
  return other
}

/** Publishes captures with the given picture hashes. @returns their SHA-256 */
async function publish(...looks: Uint8Array[][]): Promise<string[]> {
  treeId += 1
  const sha256s = await anchorTestCaptures(database, {
    treeId,
    geohashes: looks.map(() => 'u09tun'),
    capturedAt: '2026-11-20T10:00:00Z',
  })
  for (const [at, sha256] of sha256s.entries())
    await insertPictureHashes({ tx: database.db, sha256: hexToBytes(sha256), hashes: looks[at]! })
  return sha256s
}

const find = async (...hashes: Uint8Array[]) =>
  (await findMatches({ ctx: database, input: { hashes } })).matches

test('a published capture is found by a hash that differs in as many bits as a copy may, and by no other', async () => {
  const [sha256] = await publish([hashOf('square')])
  expect(await find(hashOf('square'))).toEqual([{ sha256, similarityScore: 100 }])
  expect(await find(changed(hashOf('square'), pictureDistanceMax))).toEqual([{ sha256, similarityScore: 82 }])
  expect(await find(changed(hashOf('square'), pictureDistanceMax + 1))).toEqual([])
  expect(await find(hashOf('another square'))).toEqual([])
})

test('the most similar capture is first, each is listed once, and at most ten are listed', async () => {
  const near = Array.from({ length: 12 }, (_, at) => [changed(hashOf('bridge'), 12 - at)])
  const sha256s = await publish(...near, [hashOf('bridge'), changed(hashOf('bridge'), 20), hashOf('else')])
  const found = await find(hashOf('bridge'), changed(hashOf('bridge'), 30))
  expect(found).toHaveLength(10)
  expect(found[0]).toEqual({ sha256: sha256s[12], similarityScore: 100 })
  expect(new Set(found.map(({ sha256 }) => sha256)).size).toBe(10)
  const scores = found.map(({ similarityScore }) => similarityScore)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test('a film is found by any of its pictures', async () => {
  const [film] = await publish([hashOf('start'), hashOf('middle'), hashOf('end')])
  for (const part of ['start', 'middle', 'end'])
    expect(await find(hashOf('elsewhere'), hashOf(part))).toEqual([{ sha256: film, similarityScore: 100 }])
})

test('a withdrawn capture is not found, and is found again once it is restored', async () => {
  const [sha256] = await publish([hashOf('market')])
  const ctx = { env: parseEnv(unchainedSettings(database.url)) }
  await database.db.transaction((tx) =>
    withdrawCapture({ ctx, tx, input: { sha256: sha256!, reason: 'privacy' } }),
  )
  expect(await find(hashOf('market'))).toEqual([])
  await database.db.transaction((tx) => restoreCapture({ ctx, tx, input: { sha256: sha256! } }))
  expect(await find(hashOf('market'))).toEqual([{ sha256, similarityScore: 100 }])
})

test('a capture is found only when its tree is final and if it fits its bounty', async () => {
  const insert = async (name: string, more: Partial<typeof capture.$inferInsert>) => {
    await database.db.insert(capture).values({
      sha256: hashOf(`file ${name}`),
      cell: geohashToCell('u09tun')!,
      salt: hashOf(`salt ${name}`),
      capturedAt: new Date('2026-11-20T10:00:00Z'),
      ...more,
    })
    const input = { sha256: hashOf(`file ${name}`), hashes: [hashOf(name)] }
    await insertPictureHashes({ tx: database.db, ...input })
  }
  treeId += 1
  const [inTree] = await anchorTestCaptures(database, {
    treeId,
    geohashes: ['u09tun'],
    capturedAt: '2026-11-20T10:00:00Z',
    isFinal: false,
  })
  const input = { sha256: hexToBytes(inTree!), hashes: [hashOf('in a tree')] }
  await insertPictureHashes({ tx: database.db, ...input })
  await insert('waiting', {})
  await insert('unfit', { treeId: treeId - 1, leafIndex: 7, claimsFit: false, leafHash: hashOf('leaf') })
  for (const name of ['waiting', 'in a tree', 'unfit']) expect(await find(hashOf(name))).toEqual([])
})

test('hashes are added once, even if a capture is ingested again', async () => {
  const [sha256] = await publish([hashOf('tower')])
  const again = { sha256: hexToBytes(sha256!), hashes: [hashOf('another look')] }
  await insertPictureHashes({ tx: database.db, ...again })
  expect(await find(hashOf('another look'))).toEqual([])
  expect(await find(hashOf('tower'))).toHaveLength(1)
})

type Plan = { 'Node Type': string; 'Index Name'?: string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

test('rows are found through the index of each band, never by reading all', async () => {
  await publish([hashOf('a')])
  await database.sql.unsafe(`
    insert into picture_hash (sha256, picture, hash)
    select (select sha256 from picture_hash), n, ('x' || encode(sha256(n::text::bytea), 'hex'))::bit(256)
    from generate_series(1, 5000) n`)
  await database.sql`analyze picture_hash`
  await database.sql.unsafe(`prepare likeness (text[]) as ${matchesSql}`)
  const [report] = await database.sql.unsafe(
    `explain (format json) execute likeness ('${hashesLiteral([hashOf('a'), hashOf('b')])}')`,
  )
  const [{ Plan: plan }] = report!['QUERY PLAN'] as [{ Plan: Plan }]
  const all = nodes(plan)
  for (let band = 0; band < 8; band++)
    expect(all.some((node) => node['Index Name'] === `picture_hash_band_${band}`)).toBe(true)
  expect(all.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
})
