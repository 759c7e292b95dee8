import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiKey } from '#db/schema/api-key'
import { event } from '#db/schema/service'
import { runKeys } from '#lib/cli/keys-run'
import type { Tier } from '#lib/domain/access/tier'
import { cellBounds, geohashToCell } from '#lib/domain/geo/geohash'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { streamRoute } from '#lib/http/api/stream-route'
import { route } from '#lib/http/route'
import { getEnterpriseStatus, queryGroundTruth, streamObservations } from '#lib/operations/enterprise'
import { type GroundTruth, groundTruthSchema } from '#lib/schemas/enterprise'
import { makeKey } from '#lib/services/api-keys/make-key'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { insideCell } from '#testing/inside-cell'
import { publishTestObservations } from '#testing/observations'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'
import { until } from '#testing/until'

let database: TestDatabase
let ctx: UnchainedContext
let lastTree = 0

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
})

afterAll(async () => {
  await ctx.close()
  await database.close()
})

beforeEach(async () => {
  await database.sql`truncate observation, cell_presence, coverage`
})

const newKey = async (account: string, tier: Tier = 'scale', expiresAt: Date | null = null) =>
  (await makeKey({ ctx, input: { account, tier, expiresAt } })).key
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const status = (headers: Record<string, string>) =>
  route(getEnterpriseStatus, async () => ctx).GET(new Request(origin + getEnterpriseStatus.path, { headers }))
const query = (key: string, body: unknown) =>
  route(queryGroundTruth, async () => ctx).POST(
    new Request(origin + queryGroundTruth.path, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
const minutesAgo = (minutes: number) =>
  `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)}Z`
const publish = (geohash: string, minutes: number, count = 1) =>
  publishTestObservations(database, { treeId: ++lastTree, geohash, capturedAt: minutesAgo(minutes), count })
/** A square of about this many square kilometres. */
const square = (km2: number) => {
  const side = Math.sqrt(km2) / 111.195
  return {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [side, 0],
        [side, side],
        [0, side],
        [0, 0],
      ],
    ],
  }
}

describe('a key', () => {
  test('made on the command line is shown once, opens the interface, and is refused once it is revoked', async () => {
    let said = ''
    const run = async (args: Parameters<typeof runKeys>[0]['args']) => {
      said = ''
      await runKeys({ ctx, args, print: (text) => (said += text) })
      return said
    }
    const key = (await run({ verb: 'make', account: 'Maps', tier: 'standard', expiresAt: null })).split(
      '\n',
    )[0]!
    expect(key).toMatch(/^cairn_[0-9a-f]{64}$/)
    const answer = await status(bearer(key))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      status: 'ok',
      account: 'Maps',
      tier: 'standard',
      limits: { requests_per_minute: 600, concurrent_streams: 20, area_km2: 100 },
    })
    const prefix = key.slice(0, 14)
    const [row] = await database.db.select().from(apiKey).where(eq(apiKey.prefix, prefix))
    const madeOn = row!.createdAt.toISOString().slice(0, 10)
    expect(await run({ verb: 'list' })).toMatch(
      new RegExp(`${prefix} +Maps +standard +good .*never +${madeOn}`),
    )
    expect(said).not.toContain(key)
    expect(JSON.stringify(row)).not.toContain(key.slice(14))

    expect(await run({ verb: 'revoke', prefix })).toContain('is revoked')
    expect(await run({ verb: 'revoke', prefix })).toContain('was revoked before')
    expect((await status(bearer(key))).status).toBe(401)
    const events = await database.db.select().from(event).where(eq(event.subjectId, prefix))
    expect(events.map(({ name }) => name)).toEqual(['made', 'revoked'])
    await expect(run({ verb: 'revoke', prefix: 'cairn_none' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that is missing, wrong or expired is refused alike', async () => {
    const key = await newKey('Late', 'trial', new Date(Date.now() + 3_600_000))
    expect((await status(bearer(key))).status).toBe(200)
    await database.sql`update api_key set expires_at = now() - interval '1 second' where account = 'Late'`
    const answers = await Promise.all([
      status(bearer(key)),
      status(bearer(`cairn_${'0'.repeat(64)}`)),
      status({}),
    ])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401])
    expect(answers[0]!.headers.get('www-authenticate')).toBe('Bearer')
    expect(new Set(bodies.map(({ message }) => message)).size).toBe(1)
  })

  test('may ask as often in a minute as its tier says, in all processes together, and other keys are not affected', async () => {
    const [key, other] = [await newKey('Busy', 'trial'), await newKey('Busy', 'trial')]
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 90 }, () => status(bearer(key))))
    // The allowance gains one request each second.
    const gained = Math.ceil((performance.now() - startedAt) / 1_000)
    const admitted = answers.filter((answer) => answer.status === 200).length
    expect(admitted).toBeGreaterThanOrEqual(60)
    expect(admitted).toBeLessThanOrEqual(60 + gained)
    const refused = answers.find((answer) => answer.status === 429)!
    expect(refused.headers.get('ratelimit-policy')).toBe('"trial";q=60;w=60')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('with your key') })
    expect((await status(bearer(other))).status).toBe(200)
  })
})

describe('a query', () => {
  test('tells the score, the nodes and the observations of its cells, sealed by a hash', async () => {
    const [observationId] = await publish('u09tun', 60)
    await publish('u09tuq', 60)
    const answer = await query(await newKey('Sealed'), { aoi: insideCell('u09tun'), max_age_seconds: 7_200 })
    expect(answer.status).toBe(200)
    const body = groundTruthSchema.parse(await answer.clone().json())
    expect(body).toEqual(await answer.json())
    expect(body.data_points.map(({ observation }) => observation)).toEqual([observationId])
    expect(body).toMatchObject({ node_count: 1, geometry: insideCell('u09tun') })
    const { freshness, independence, quality, coverage } = body.score_parts
    expect(freshness).toBeCloseTo(0.2 * 2 ** -0.5, 2)
    expect({ independence, quality, coverage }).toEqual({ independence: 0, quality: 0.2, coverage: 1 })
    expect(body.ground_truth_score).toBeCloseTo(0.4 * freshness + 0.3 * 0.2, 5)
    const { provenance_hash, ...rest } = body
    expect(provenance_hash).toBe(`sha256:${createHash('sha256').update(canonicalJson(rest)).digest('hex')}`)
  })

  test('returns the centre of the cell, and a node id that differs in other cells and for other accounts', async () => {
    await publish('u09tun', 10, 2)
    await publish('u09tuq', 10)
    const key = await newKey('One')
    const ask = async (by: string, geohash: string) =>
      ((await (await query(by, { aoi: insideCell(geohash) })).json()) as GroundTruth).data_points
    const here = await ask(key, 'u09tun')
    const { south, north, west, east } = cellBounds(geohashToCell('u09tun')!)
    for (const point of here) {
      expect(point.lat).toBeCloseTo((south + north) / 2, 5)
      expect(point.lon).toBeCloseTo((west + east) / 2, 5)
    }
    const [near, far] = [new Set(here.map(({ node_id }) => node_id)), (await ask(key, 'u09tuq'))[0]!.node_id]
    expect([...near]).toHaveLength(1)
    expect(near).not.toContain(far)
    expect(new Set((await ask(await newKey('One'), 'u09tun')).map(({ node_id }) => node_id))).toEqual(near)
    const elsewhere = (await ask(await newKey('Other'), 'u09tun')).map(({ node_id }) => node_id)
    expect(elsewhere.some((node) => near.has(node))).toBe(false)
  })

  test('leaves out what is older than asked for, and scores nothing as 0', async () => {
    await publish('u09tun', 60)
    const key = await newKey('Young')
    const answer = await query(key, { aoi: insideCell('u09tun'), max_age_seconds: 1_800 })
    expect(await answer.json()).toMatchObject({ data_points: [], node_count: 0, ground_truth_score: 0 })
  })

  test('never scores lower for what is published besides', async () => {
    const key = await newKey('More')
    const aoi = {
      type: 'Polygon',
      coordinates: [
        [
          [2.28, 48.85],
          [2.31, 48.85],
          [2.31, 48.87],
          [2.28, 48.87],
          [2.28, 48.85],
        ],
      ],
    }
    let before = 0
    for (const [geohash, minutes] of [
      ['u09tun', 600],
      ['u09tuq', 9_000],
      ['u09tun', 10],
      ['u09tuj', 10_000],
    ] as const) {
      await publish(geohash, minutes)
      const { ground_truth_score } = (await (await query(key, { aoi })).json()) as GroundTruth
      expect(ground_truth_score).toBeGreaterThan(before)
      before = ground_truth_score
    }
  })

  test('with an area larger than the tier allows is refused, and one with a wrong shape is refused before the key is checked', async () => {
    const [trial, standard] = [await newKey('Small', 'trial'), await newKey('Large', 'standard')]
    expect((await query(trial, { aoi: square(24) })).status).toBe(200)
    // Rounded to the nearest tenth, this size would read like the limit.
    const refused = await query(trial, { aoi: square(25.02) })
    expect(await refused.json()).toMatchObject({
      error: 'aoi_too_large',
      field: 'aoi',
      message: expect.stringMatching(/covers 25\.1 km², .*; tier trial allows 25 km²/),
    })
    expect((await query(standard, { aoi: square(90) })).status).toBe(200)
    expect(await (await query(standard, { aoi: square(110) })).json()).toMatchObject({
      error: 'aoi_too_large',
    })
    const point = { type: 'Point', coordinates: [2, 48] }
    expect(await (await query(standard, { aoi: point })).json()).toMatchObject({
      error: 'invalid_geometry',
      field: 'aoi.type',
    })
    expect(await (await query('cairn_wrong', { aoi: point })).json()).toMatchObject({
      error: 'invalid_geometry',
    })
    expect(await (await query('cairn_wrong', { aoi: square(1) })).json()).toMatchObject({
      error: 'unauthorized',
    })
    expect(await (await query(standard, { aoi: square(1), max_age_seconds: 0 })).json()).toMatchObject({
      error: 'invalid_request',
      field: 'max_age_seconds',
    })
  })
})

describe('a stream', () => {
  const eiffel = 'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))'
  const listen = (geometry: string, headers: Record<string, string>, method = 'GET') => {
    const url = `${origin}${streamObservations.path}?${new URLSearchParams({ geometry })}`
    const handlers = streamRoute(streamObservations, async () => ctx)
    return handlers.GET(new Request(url, { method, headers }))
  }

  test('begins at once with an id to come back with, keeps proxies from holding it back, and ends with its reader', async () => {
    const answer = await listen(eiffel, bearer(await newKey('Ears')))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(answer.headers.get('ratelimit')).toMatch(/^"scale";r=5999/)
    const reader = answer.body!.getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    expect(first).toMatch(/^retry: 2000\nid: [\w-]{22}\n\n$/)
    await publish('u09tun', 5)
    const next = new TextDecoder().decode((await reader.read()).value)
    expect(next).toMatch(/^id: [\w-]{22}\nevent: observation\ndata: \{.*\}\n\n$/)
    await reader.cancel()
    await until(async () => (await database.sql`select 1 from stream_lease`).length === 0, {
      what: 'its place is free',
    })
  })

  test('is refused for its shape first, by the name of its parameter, and then for its key and tier', async () => {
    const key = bearer(await newKey('Ears', 'trial'))
    const refused = async (geometry: string, headers: Record<string, string>, method?: string) =>
      (await listen(geometry, headers, method)).json()
    expect(await refused('POINT(2 48)', {})).toMatchObject({ error: 'invalid_geometry', field: 'geometry' })
    const open = 'POLYGON((2 48, 2.01 48, 2.01 48.01, 2 48.01))'
    expect(await refused(open, {})).toMatchObject({ error: 'invalid_geometry', field: 'geometry' })
    expect(await refused(eiffel, {})).toMatchObject({ error: 'unauthorized' })
    const wide = 'POLYGON((0 0, 0.05 0, 0.05 0.05, 0 0.05, 0 0))'
    expect(await refused(wide, key)).toMatchObject({ error: 'aoi_too_large' })
    const lost = { ...key, 'last-event-id': '12' }
    expect(await refused(eiffel, lost)).toMatchObject({ error: 'invalid_request', field: 'Last-Event-ID' })
    expect((await listen(eiffel, key, 'HEAD')).status).toBe(405)
    expect(await database.sql`select 1 from stream_lease`).toHaveLength(0)
  })
})
