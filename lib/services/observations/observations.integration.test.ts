import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellPresence, coverage, observation } from '#db/schema/observation'
import { tree } from '#db/schema/tree'
import { openDatabase } from '#lib/adapters/db'
import { parseEnv } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import { cellAt, cellBounds, cellToGeohash, coarseCell } from '#lib/domain/geo/geohash'
import { toHex } from '#lib/domain/proof/leaf'
import { compareBytes } from '#lib/domain/proof/merkle'
import { observationSchema, provenanceResultSchema, spatialResultSchema } from '#lib/schemas/observation'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { getObservation } from '#lib/services/observations/get-observation'
import { findNewest, maxPresentCells } from '#lib/services/observations/newest'
import { type PublishedLeaf, publishTree } from '#lib/services/observations/publish-tree'
import { queryObservations } from '#lib/services/observations/query-observations'
import { readerOf } from '#lib/services/observations/read-published'
import { verifyProvenance } from '#lib/services/observations/verify-provenance'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishLeaves } from '#testing/observations'
import { sampled } from '#testing/sampled'
import { unchainedSettings } from '#testing/unchained-settings'

const env = parseEnv({ ...unchainedSettings('postgres://unused'), BASE_URL: 'https://cairn.example' })
const now = new Date('2026-03-10T00:00:00Z')
const nowSeconds = now.getTime() / 1000
const eiffel = { latitude: 48.8584, longitude: 2.2945 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const context = () => ({ env, sql: database.sql, db: database.db })
const query = (body: Record<string, unknown>) =>
  queryObservations({ ctx: context(), input: parseSpatialQuery(body, { now }) })
const digest = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())

let leafNumber = 0
function makeLeaf(cell: number, capturedAtSeconds: number): PublishedLeaf {
  const name = `leaf ${leafNumber++}`
  return { sha256: digest(name), leafHash: digest(`hash of ${name}`), cell, capturedAtSeconds }
}

let lastTree = 0
async function publish(leaves: readonly PublishedLeaf[]): Promise<number> {
  const treeId = ++lastTree
  await publishLeaves(database, { treeId, leaves })
  return treeId
}

describe('the newest observations', () => {
  // Few places and few seconds, so that cells saturate and most rows are ties: skewed like the real thing, and worse.
  const published: PublishedLeaf[] = []
  beforeAll(async () => {
    let state = 12_345
    const below = (count: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((state / 2 ** 32) * count)
    }
    for (let i = 0; i < 6000; i++) {
      const kind = below(10)
      const spread = kind < 4 ? 0 : kind < 8 ? 5 : 12
      const latitude = eiffel.latitude + (below(2 * spread + 1) - spread) * 0.0055
      const longitude = eiffel.longitude + (below(2 * spread + 1) - spread) * 0.011
      const burst = kind === 0 || kind === 5
      published.push(makeLeaf(cellAt(latitude, longitude), nowSeconds - (burst ? 40 : below(60))))
    }
    for (let at = 0; at < published.length; at += 1500) await publish(published.slice(at, at + 1500))
    await database.sql`analyze observation, cell_presence`
  })

  const limit = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(1, 2, 100, 999, 1000))
  const place = fc.record({
    latitude: fc.double({ min: -0.06, max: 0.06, noNaN: true }).map((value) => eiffel.latitude + value),
    longitude: fc.double({ min: -0.12, max: 0.12, noNaN: true }).map((value) => eiffel.longitude + value),
  })
  const circle = fc
    .record({ place, radius: fc.integer({ min: 1, max: 5000 }) })
    .map(({ place: at, radius }) => ({
      aoi: { type: 'Point', coordinates: [at.longitude, at.latitude] },
      radius_m: radius,
    }))
  const polygon = fc
    .record({
      place,
      width: fc.double({ min: 0, max: 0.13, noNaN: true }),
      height: fc.double({ min: 0, max: 0.08, noNaN: true }),
    })
    .map(({ place: { latitude, longitude }, width, height }) => ({
      aoi: {
        type: 'Polygon',
        coordinates: [
          [
            [longitude, latitude],
            [longitude + width, latitude],
            [longitude + width / 2, latitude + height],
            [longitude, latitude],
          ],
        ],
      },
    }))
  const window = fc.tuple(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 70 })).map(([a, b]) => ({
    from: new Date((nowSeconds - Math.max(a, b)) * 1000).toISOString(),
    to: new Date((nowSeconds - Math.min(a, b)) * 1000).toISOString(),
  }))

  const title = 'are the same as those of a full sort, in the same order ($count queries)'
  sampled(title, { few: 60, many: 250 }, async (queries) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(circle, polygon), window, limit, async (area, times, count) => {
        const body = { ...area, ...times, limit: count }
        const input = parseSpatialQuery(body, { now })
        const expected = published
          .filter(
            (leaf) =>
              input.runs.some(([low, high]) => low <= leaf.cell && leaf.cell <= high) &&
              leaf.capturedAtSeconds * 1000 >= input.fromMs &&
              leaf.capturedAtSeconds * 1000 <= input.toMs,
          )
          .sort((a, b) => b.capturedAtSeconds - a.capturedAtSeconds || compareBytes(a.sha256, b.sha256))
          .slice(0, count)
          .map((leaf) => Buffer.from(leaf.sha256).toString('hex'))
        const answer = spatialResultSchema.parse(await query(body))
        expect(answer.observations.map((item) => item.observation_id)).toEqual(expected)
      }),
      { numRuns: queries },
    )
  })
})

describe('an answer cut at its limit', () => {
  const [latitude, longitude] = [64.1466, -21.9426]
  /** Newest first; two to a second, and once five. */
  const seconds = [...Array.from({ length: 10 }, (_, second) => [second, second]), [4, 4, 4]].flat()
  const leaves = seconds.map((ago) => makeLeaf(cellAt(latitude, longitude), nowSeconds - 100 - ago))
  const area = { aoi: { type: 'Point', coordinates: [longitude, latitude] }, radius_m: 10 }
  beforeAll(() => publish(leaves))

  test.each([3, 4, 6, 7, 22])('pages of %i lead to all observations', async (limit) => {
    const seen = new Set<string>()
    let to: string | undefined = now.toISOString()
    const from = new Date((nowSeconds - 200) * 1_000).toISOString()
    for (let pages = 0; to !== undefined; pages++) {
      expect(pages).toBeLessThan(leaves.length)
      const page: Awaited<ReturnType<typeof query>> = await query({ ...area, from, to, limit })
      for (const { observation_id: id } of page.observations) seen.add(id)
      const oldest = page.observations.at(-1)!.captured_at
      if (page.nextTo !== undefined) {
        expect(page.observations).toHaveLength(limit)
        expect(page.nextTo <= oldest).toBe(true)
        // `to` leads no further only if more than a page is of one second: the answer then repeats its own time.
        if (page.nextTo === page.observations[0]!.captured_at) return expect(limit).toBeLessThan(5)
      }
      to = page.nextTo
    }
    expect(seen.size).toBe(leaves.length)
  })

  test('has no `nextTo` if it has all that match', async () => {
    const whole = await query({
      ...area,
      from: new Date((nowSeconds - 200) * 1_000).toISOString(),
      limit: 23,
    })
    expect(whole.observations).toHaveLength(23)
    expect(whole).not.toHaveProperty('nextTo')
  })
})

test('a statement that fails after some rows does not affect later answers on the same connection', async () => {
  const leaf = makeLeaf(cellAt(51.5, -0.12), nowSeconds)
  const id = Buffer.from(leaf.sha256).toString('hex')
  await publish([leaf])
  const single = openDatabase(database.url, { maxConnections: 1 })
  const ctx = { env, ...single }
  const input = parseSpatialQuery({ aoi: { type: 'Point', coordinates: [-0.12, 51.5] } }, { now })
  const asks = [
    () => findNewest(readerOf(single.sql), input),
    () => queryObservations({ ctx, input }),
    () => getObservation({ ctx, id }),
    () => verifyProvenance({ ctx, hash: id }),
  ]
  for (const ask of asks) {
    const sound = await ask()
    await expect(single.sql`select 1 / (500 - n) from generate_series(1, 1000) n`).rejects.toThrow('division')
    expect(await ask()).toEqual(sound)
  }
  await single.close()
})

describe('one observation', () => {
  const captured = Date.parse('2026-02-01T10:20:30Z') / 1000
  const leaf = makeLeaf(cellAt(-33.8568, 151.2153), captured)
  const id = Buffer.from(leaf.sha256).toString('hex')
  let treeId: number
  beforeAll(async () => {
    treeId = await publish([leaf])
  })

  test('has cell, second and anchor, and nothing else', async () => {
    const [attested] = await database.db.select().from(tree).where(eq(tree.treeId, treeId))
    const [root, uid, transaction] = [attested!.root!, attested!.attestUid!, attested!.attestTx!].map(toHex)
    const leafHash = toHex(leaf.leafHash)
    const found = await getObservation({ ctx: context(), id })
    expect(observationSchema.strict().parse(found)).toEqual({
      observation_id: id,
      provenance_hash: `sha256:${id}`,
      geohash: cellToGeohash(leaf.cell),
      captured_at: '2026-02-01T10:20:30Z',
      anchor: {
        chain_id: 8453,
        tree_id: treeId,
        leaf_hash: leafHash,
        root,
        attest_uid: uid,
        attest_tx: transaction,
        eas_url: `https://base.easscan.org/attestation/view/${uid}`,
        viewer_url: `https://cairn.example/trees/${treeId}?leaf=${leafHash}`,
      },
    })
    const { observation_id: _, ...rest } = found
    const verified = await verifyProvenance({ ctx: context(), hash: id })
    expect(provenanceResultSchema.strict().parse(verified)).toEqual({ ...rest, verified: true })
    const area = { type: 'Point', coordinates: [151.2153, -33.8568] }
    expect((await query({ aoi: area, from: '2026-02-01', to: '2026-02-02' })).observations).toEqual([found])
  })

  test('with an unknown id is not found, and its hash is not verified', async () => {
    const unknown = '00'.repeat(32)
    await expect(getObservation({ ctx: context(), id: unknown })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Nothing was charged'),
    })
    expect(await verifyProvenance({ ctx: context(), hash: unknown })).toEqual({
      provenance_hash: `sha256:${unknown}`,
      verified: false,
    })
  })

  test.each([
    ['2026-02-01T10:20:30Z', '2026-02-01T10:20:30Z', 1],
    ['2026-02-01T10:20:30Z', '2026-02-01T10:20:30.999Z', 1],
    ['2026-02-01T10:20:29.001Z', '2026-02-01T10:20:30Z', 1],
    ['2026-02-01T10:20:30.001Z', '2026-02-01T10:20:31Z', 0],
    ['2026-02-01T10:20:29Z', '2026-02-01T10:20:29.999Z', 0],
  ])('both ends of %s to %s are included', async (from, to, count) => {
    const answer = await query({ aoi: { type: 'Point', coordinates: [151.2153, -33.8568] }, from, to })
    expect(answer.observations).toHaveLength(count)
    expect(answer.window).toEqual({ from, to })
  })

  test('gives identical answers for all capture locations within a cell', async () => {
    const { south, west, north, east } = cellBounds(leaf.cell)
    const times = { from: '2026-02-01', to: '2026-02-02', radius_m: 1 }
    const inset = 0.0001
    for (const [longitude, latitude] of [
      [west + inset, south + inset],
      [east - inset, south + inset],
      [east - inset, north - inset],
      [west + inset, north - inset],
    ]) {
      const answer = await query({ aoi: { type: 'Point', coordinates: [longitude, latitude] }, ...times })
      expect(answer.observations.map((item) => item.observation_id)).toEqual([id])
    }
    const beyond = { type: 'Point', coordinates: [east + inset, north - inset] }
    expect((await query({ aoi: beyond, ...times })).observations).toEqual([])
  })
})

test('without matches the list is empty', async () => {
  const answer = await query({ aoi: { type: 'Point', coordinates: [-140, -40] } })
  expect(answer).toEqual({
    window: { from: '2026-03-03T00:00:00Z', to: '2026-03-10T00:00:00Z' },
    observations: [],
  })
})

test('an area with too many non-empty cells is refused and not cut off', async () => {
  // One row next to the pole, all within a kilometre of it.
  const first = cellAt(89.999, -180)
  const aoi = { type: 'Point', coordinates: [0, 90] }
  await database.sql`
    insert into cell_presence select ${first}::int + n from generate_series(0, ${maxPresentCells - 2}) n`
  await publish([makeLeaf(first + maxPresentCells - 1, nowSeconds)])
  expect((await query({ aoi })).observations).toHaveLength(1)
  await publish([makeLeaf(first + maxPresentCells, nowSeconds)])
  await expect(query({ aoi })).rejects.toThrow(CairnError)
  await expect(query({ aoi })).rejects.toMatchObject({ code: 'aoi_too_large', field: 'aoi' })
})

describe('publishing a tree', () => {
  test('records each cell once, and its coarser cells', async () => {
    const cells = [cellAt(10, 10), cellAt(10, 10), cellAt(10.5, 10.5)]
    await publish(cells.map((cell) => makeLeaf(cell, nowSeconds)))
    const present = (await database.db.select().from(cellPresence)).map((row) => row.cell)
    expect(present.filter((cell) => cells.includes(cell))).toHaveLength(2)
    const covered = (await database.db.select().from(coverage)).map((row) => `${row.precision}:${row.cell}`)
    for (const cell of cells) {
      for (const precision of [1, 2, 3, 4, 5]) {
        expect(covered).toContain(`${precision}:${coarseCell(cell, precision)}`)
      }
    }
    expect(new Set(covered.map((key) => key[0]))).toEqual(new Set('12345'))
  })

  test('twice changes nothing the second time', async () => {
    const leaves = [makeLeaf(cellAt(20, 20), nowSeconds), makeLeaf(cellAt(20, 21), nowSeconds)]
    const treeId = await publish(leaves)
    const before = await database.db.$count(observation)
    await database.db.transaction((tx) => publishTree({ tx, treeId, leaves }))
    expect(await database.db.$count(observation)).toBe(before)
  })

  const atOnce = 'with $count leaves, concurrently with other trees in the same cells, never deadlocks'
  sampled(atOnce, { few: 512, many: 4_096 }, async (count) => {
    const cells = Array.from({ length: count }, (_, i) =>
      cellAt(30 + (i % 64) * 0.01, 30 + Math.floor(i / 64) * 0.02),
    )
    const trees = Array.from({ length: 4 }, (_, i) => {
      const leaves = cells.map((cell) => makeLeaf(cell, nowSeconds - i))
      return i % 2 === 0 ? leaves : leaves.reverse()
    })
    const before = await database.db.$count(observation)
    await Promise.all(trees.map(publish))
    expect(await database.db.$count(observation)).toBe(before + 4 * count)
  })
})
