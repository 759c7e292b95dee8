import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { cellToGeohash, geohashToCell } from '#lib/domain/geo/geohash'
import { route } from '#lib/http/route'
import { queryGroundTruth } from '#lib/operations/enterprise'
import { type GroundTruth, parseGroundQuery } from '#lib/schemas/enterprise'
import { makeKey } from '#lib/services/api-keys/make-key'
import { maxWeighed } from '#lib/services/enterprise/weigh-cells'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { insideCell } from '#testing/inside-cell'
import { publishTestObservations } from '#testing/observations'
import { publishTestFilms, type TestFilm } from '#testing/published-films'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

let database: TestDatabase
let ctx: UnchainedContext
let key: string
let lastTree = 0

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
  key = (await makeKey({ ctx, input: { account: 'Maps', tier: 'scale', expiresAt: null } })).key
})

afterAll(async () => {
  await ctx.close()
  await database.close()
})

beforeEach(async () => {
  await database.sql`truncate observation, cell_presence, coverage`
})

const [here, there] = ['u09tun', 'u09tuq']
let lastWallet = 0
const wallet = () => `0x${(++lastWallet).toString(16).padStart(40, '0')}`
const minutesAgo = (minutes: number) =>
  `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)}Z`
/** By default a recent film of new wallets, with declared claims. */
const film = (given: Partial<TestFilm> = {}): TestFilm => ({
  contributor: wallet(),
  payer: wallet(),
  origin: 'declared',
  capturedAt: minutesAgo(1),
  ...given,
})
/** Each publication has its own tree, so the films of a later call are published later. */
const publish = (...films: TestFilm[]) => publishTestFilms(ctx, { treeId: ++lastTree, films })

async function post(aoi: object, maxAgeSeconds = 86_400): Promise<Response> {
  const body = JSON.stringify({ aoi, max_age_seconds: maxAgeSeconds })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return route(queryGroundTruth, async () => ctx).POST(
    new Request(origin + queryGroundTruth.path, { method: 'POST', headers, body }),
  )
}
const ask = async (geohash = here, maxAgeSeconds?: number) =>
  (await (await post(insideCell(geohash), maxAgeSeconds)).json()) as GroundTruth
const pointsOf = ({ data_points }: GroundTruth, ids: readonly string[]) =>
  ids.map((id) => data_points.find(({ observation }) => observation === id)!)
const nodesOf = (answer: GroundTruth, ids: readonly string[]) =>
  pointsOf(answer, ids).map(({ node_id }) => node_id)

describe('the score', () => {
  test('of an area that invented films cover entirely is below 0.5, from any number of wallets', async () => {
    const [west, south, east, north] = [2.28, 48.853, 2.312, 48.859]
    const outline = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    const aoi = { type: 'Polygon', coordinates: [outline] }
    const cells = parseGroundQuery({ aoi }).runs.flatMap(([low, high]) =>
      Array.from({ length: high - low + 1 }, (_, index) => cellToGeohash(low + index)),
    )
    expect(cells.length).toBeGreaterThan(4)
    const [contributor, payer] = [wallet(), wallet()]
    await publish(
      ...cells.flatMap((geohash) => [
        ...Array.from({ length: 4 }, () => film({ geohash })),
        film({ geohash, origin: 'file' }),
        film({ geohash, contributor, payer }),
        film({ geohash, contributor: payer, payer: contributor }),
      ]),
    )
    const { ground_truth_score, score_parts, node_count } = (await (await post(aoi)).json()) as GroundTruth
    expect(score_parts).toMatchObject({ version: '3', coverage: 1, independence: 0, quality: 0.2 })
    expect(ground_truth_score).toBeGreaterThan(0.13)
    expect(ground_truth_score).toBeLessThanOrEqual(0.14)
    expect(node_count).toBe(6 * cells.length)
  })

  test('is high fidelity when independent films have credentials, and does not grow with films of one of their wallets', async () => {
    const first = film({ origin: 'credentials' })
    await publish(first)
    expect((await ask()).ground_truth_score).toBeCloseTo(0.85, 2)
    await publish(
      film({ origin: 'credentials', contributor: first.contributor }),
      film({ origin: 'credentials', contributor: first.payer }),
      film({ origin: 'credentials', payer: first.contributor }),
      film({ origin: 'credentials', payer: first.payer, contributor: first.payer }),
    )
    const dependent = await ask()
    expect(dependent).toMatchObject({ node_count: 1, score_parts: { independence: 0.5 } })
    expect(dependent.ground_truth_score).toBeCloseTo(0.85, 2)
    await publish(film({ origin: 'credentials' }), film({ origin: 'credentials' }))
    const { ground_truth_score, node_count } = await ask()
    expect(node_count).toBe(3)
    expect(ground_truth_score).toBeGreaterThan(0.95)
  })

  test('does not fall when a poster pays independent contributors, although this joins them into one node', async () => {
    const [one, other] = [film({ origin: 'credentials' }), film({ origin: 'credentials' })]
    await publish(one, other)
    const before = await ask()
    const payer = wallet()
    await publish(
      film({ contributor: one.contributor, payer }),
      film({ contributor: other.contributor, payer }),
    )
    const after = await ask()
    expect([before.node_count, after.node_count]).toEqual([2, 1])
    expect(after.score_parts.independence).toBe(before.score_parts.independence)
  })
})

describe('confidence', () => {
  test('falls with the origin of the claims, and by half without a passed check', async () => {
    const ids = await publish(
      ...(['declared', 'file', 'credentials'] as const).flatMap((from) => [
        film({ origin: from }),
        film({ origin: from, isChecked: false }),
      ]),
    )
    const confidences = pointsOf(await ask(), ids).map(({ confidence }) => confidence)
    expect(confidences).toEqual([0.2, 0.1, 0.2, 0.1, 1, 0.5])
  })

  test('of captures ingested by the operator follows the same order, and they form a single node', async () => {
    const ids = await publishTestObservations(database, {
      treeId: ++lastTree,
      geohash: here,
      capturedAt: minutesAgo(1),
      count: 4,
    })
    const ingested = { cell: geohashToCell(here)!, capturedAt: new Date(), salt: new Uint8Array(32) }
    for (const [index, claimsFrom] of (['declared', 'file', 'credentials'] as const).entries())
      await ctx.db
        .insert(capture)
        .values({ ...ingested, sha256: Buffer.from(ids[index]!, 'hex'), claimsFrom, byteLength: 1 })
    const answer = await ask()
    expect(pointsOf(answer, ids).map(({ confidence }) => confidence)).toEqual([0.4, 0.4, 1, 0.2])
    expect(new Set(nodesOf(answer, ids)).size).toBe(1)
    expect(answer).toMatchObject({ node_count: 1, score_parts: { independence: 0.5, quality: 1 } })
  })
})

describe('a node', () => {
  test('joins one contributor under several bounties, several contributors of one payer, and a contributor who pays others', async () => {
    const [one, payer] = [wallet(), wallet()]
    const ids = await publish(
      film({ contributor: one }),
      film({ contributor: one, payer }),
      film({ payer }),
      film({ payer: one }),
      film(),
    )
    const text = await (await post(insideCell(here))).text()
    expect(text).not.toMatch(/0x[0-9a-f]{40}/i)
    const answer = JSON.parse(text) as GroundTruth
    const nodes = nodesOf(answer, ids)
    expect(new Set(nodes.slice(0, 4)).size).toBe(1)
    expect(nodes[4]).not.toBe(nodes[0])
    expect(answer.node_count).toBe(2)
  })

  test('does not change with the requested window', async () => {
    const payer = wallet()
    await publish(film({ payer, capturedAt: minutesAgo(600) }))
    const [fresh] = await publish(film({ payer }))
    const [wide, narrow] = [await ask(here, 86_400), await ask(here, 3_600)]
    expect([wide.data_points.length, narrow.data_points.length]).toEqual([2, 1])
    expect(nodesOf(narrow, [fresh!])).toEqual(nodesOf(wide, [fresh!]))
    expect([wide.node_count, narrow.node_count]).toEqual([1, 1])
  })

  test('has the pseudonym of its older part once a film connects two', async () => {
    const [one, other] = [film(), film()]
    const [older] = await publish(one)
    const [younger] = await publish(other)
    const before = nodesOf(await ask(), [older!, younger!])
    await publish(film({ contributor: other.contributor, payer: one.payer }))
    const after = await ask()
    expect(new Set(before).size).toBe(2)
    expect(nodesOf(after, [older!, younger!])).toEqual([before[0], before[0]])
    expect(after.node_count).toBe(1)
  })

  test('of a cell depends on no film of another cell, and no pseudonym is in two cells', async () => {
    const [one, other] = [film(), film()]
    const ids = await publish(one, other)
    const before = await ask()
    // In the next cell, the same wallets pay and film for each other.
    await publish(
      film({ geohash: there, contributor: one.contributor, payer: other.contributor }),
      film({ geohash: there, contributor: other.contributor, payer: one.contributor }),
    )
    const [after, next] = [await ask(), await ask(there)]
    expect(nodesOf(after, ids)).toEqual(nodesOf(before, ids))
    expect([after.node_count, next.node_count]).toEqual([2, 1])
    const seen = new Set(after.data_points.map(({ node_id }) => node_id))
    expect(next.data_points.some(({ node_id }) => seen.has(node_id))).toBe(false)
  })
})

test('an area with more films of any time than are read is refused', async () => {
  const geohash = 'u09tup'
  await publish(film({ geohash }))
  const cell = geohashToCell(geohash)!
  await database.sql.begin(async (tx) => {
    // The films have no uploads and payments, which do not matter here.
    await tx`set local session_replication_role = replica`
    const ids = tx`sha256(('film ' || n)::bytea)`
    const all = tx`generate_series(1, ${maxWeighed}) as n`
    await tx`insert into submission (submission_id, bounty_id, contributor)
      select 'many ' || n, (select bounty_id from bounty limit 1), ${wallet()} from ${all}`
    await tx`insert into submission_file (submission_id, upload_id, sha256, byte_length, cell, captured_at, delivered_at)
      select 'many ' || n, 'many ' || n, ${ids}, 1, ${cell}, now(), now() from ${all}`
    await tx`insert into observation (cell, recency, sha256, leaf_hash, tree_id)
      select ${cell}, 0, ${ids}, ${ids}, ${lastTree} from ${all}`
  })
  const refused = await post(insideCell(geohash))
  expect(await refused.json()).toMatchObject({ error: 'aoi_too_large', field: 'aoi' })
  expect((await post(insideCell(here))).status).toBe(200)
})
