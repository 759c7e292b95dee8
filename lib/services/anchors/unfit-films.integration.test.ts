import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import type { Context } from '#lib/adapters/context'
import { tierLimits } from '#lib/domain/access/tier'
import { withPlace } from '#lib/domain/bounty/bounty-place'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { parseGroundQuery } from '#lib/schemas/enterprise'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { getProof } from '#lib/services/anchors/get-proof'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { queryGroundTruth } from '#lib/services/enterprise/query-ground-truth'
import { readFeed } from '#lib/services/feed/read-feed'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { getObservation } from '#lib/services/observations/get-observation'
import { listCoverage } from '#lib/services/observations/list-coverage'
import { queryObservations } from '#lib/services/observations/query-observations'
import { verifyProvenance } from '#lib/services/observations/verify-provenance'
import { type LocalChains, startChains } from '#sandbox/chains'
import { sandboxVariables } from '#sandbox/settings'
import { anchorWaiting } from '#testing/anchor-waiting'
import { insertBounty } from '#testing/bounty-rows'
import { boxInside, insideCell } from '#testing/inside-cell'
import { anotherFileOf, type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'

/** Films of Paris for bounties in Tokyo: each is the decision of its poster, and none becomes an observation. */
const [tokyo, paris] = ['xn76ur', 'u09tun']
const old = '1990-01-01T00:00:00Z'
const key = {
  id: 1,
  prefix: 'cairn_00000000',
  account: 'Maps',
  tier: 'scale' as const,
  limits: tierLimits.scale,
}

let chains: LocalChains
let fixture: MediaFixture
let ctx: Context
const films: Record<'unfit' | 'elsewhere' | 'fitting', HandedIn> = {} as never
beforeAll(async () => {
  chains = await startChains()
  const secrets = {
    secretKey: 's'.repeat(32),
    cronSecret: 'c'.repeat(32),
    enterpriseApiKey: 'unused',
    pushKey: '',
  }
  const { DATABASE_URL, MEDIA_DIR, ...settings } = sandboxVariables({
    databaseUrl: 'unused',
    baseUrl: 'http://cairn.test',
    chains,
    secrets,
    mediaFolder: 'unused',
  })
  fixture = await openMediaFixture({ ...settings, ANCHOR_MAX_LEAVES: '3', LOG_LEVEL: 'silent' })
  ctx = fixture.ctx as Context
  const cell = (geohash: string) => geohashToCell(geohash)!
  films.unfit = await handIn({ cell: cell(paris), capturedAt: Date.parse(old) / 1_000 })
  films.elsewhere = await handIn({ cell: cell(paris) })
  films.fitting = await handIn({ cell: cell(tokyo) })
  for (const film of Object.values(films)) {
    await fixture.accept(film)
    await fixture.release(film)
  }
  expect(await deliverCaptures({ ctx })).toBe(3)
  await anchorWaiting(ctx, chains)
})
afterAll(async () => {
  await fixture?.close()
  await chains?.stop()
})

async function handIn(said: { cell: number; capturedAt?: number }): Promise<HandedIn> {
  const { bountyId } = await insertBounty(ctx.db, 'open', {
    brief: withPlace('A slow walk around the square, by day.', tokyo),
    paidAt: new Date(),
    deadline: new Date(Date.now() + 86_400_000),
  })
  return fixture.handIn(anotherFileOf('synth/synth_arc_480p_8s.mp4'), { bountyId, said })
}

const submissionOf = async ({ bountyId }: HandedIn) =>
  (await getBounty({ ctx, input: { bountyId } })).submissions[0]
const namesOf = (answer: unknown) => {
  const text = JSON.stringify(answer)
  return Object.entries(films).flatMap(([name, { sha256 }]) => (text.includes(sha256) ? [name] : []))
}

/** The films that buyers find, in each of the ways in which one may. */
async function found(): Promise<Record<string, unknown>> {
  const now = ctx.clock.now()
  const query = async (geohash: string, from: string, to: string) =>
    namesOf(
      await queryObservations({
        ctx,
        input: parseSpatialQuery({ aoi: insideCell(geohash), from, to }, { now }),
      }),
    )
  const [today, tomorrow] = [-1, 1].map((days) => new Date(now.getTime() + days * 86_400_000).toISOString())
  const truth = async (geohash: string) =>
    namesOf(
      await queryGroundTruth({
        ctx,
        key,
        input: parseGroundQuery({ aoi: insideCell(geohash), max_age_seconds: 86_400 }),
      }),
    )
  const covered = async (geohash: string) =>
    (await listCoverage({ ctx, input: { bbox: boxInside(geohash) } })).cells.length > 0
  const feed = await readFeed({ sql: ctx.sql, input: { after: 0, limit: 10 } })
  return {
    query: [
      await query(paris, '1989-12-31', '1990-01-02'),
      await query(paris, today!, tomorrow!),
      await query(tokyo, today!, tomorrow!),
    ],
    coverage: [await covered(paris), await covered(tokyo)],
    groundTruth: [await truth(paris), await truth(tokyo)],
    feed: namesOf(feed.map(({ row }) => Buffer.from(row.sha256).toString('hex'))),
    rows: await ctx.db.$count(observation),
  }
}
const onlyFitting = {
  query: [[], [], ['fitting']],
  coverage: [false, true],
  groundTruth: [[], ['fitting']],
  feed: ['fitting'],
  rows: 1,
}

test('a film from elsewhere, or from before the order, is taken, says so, and is delivered when it is accepted', async () => {
  expect(await submissionOf(films.unfit)).toMatchObject({
    captured_at: old,
    geohash: paris,
    claims_from: 'declared',
    place_match: 'elsewhere',
    time_match: 'before_order',
    accepted: true,
  })
  expect(await submissionOf(films.elsewhere)).toMatchObject({
    place_match: 'elsewhere',
    time_match: 'after_order',
    accepted: true,
  })
  expect(await submissionOf(films.fitting)).toMatchObject({
    place_match: 'inside',
    time_match: 'after_order',
    accepted: true,
  })
  const captures = await ctx.db.select().from(capture)
  const fits = (film: HandedIn) =>
    captures.find(({ sha256 }) => bytesToHex(sha256) === film.sha256)?.claimsFit
  expect([fits(films.unfit), fits(films.elsewhere), fits(films.fitting)]).toEqual([false, false, true])
  for (const film of Object.values(films)) expect((await fixture.rowOf(film)).file.deliveredAt).not.toBeNull()
})

test('only a film that fits its bounty becomes an observation', async () => {
  expect(await found()).toEqual(onlyFitting)
  for (const { sha256 } of [films.unfit, films.elsewhere])
    await expect(getObservation({ ctx, id: sha256 })).rejects.toMatchObject({ code: 'not_found' })
})

test('a film that does not fit is attested and provable like every capture', async () => {
  const { sha256 } = films.unfit
  expect(await verifyProvenance({ ctx, hash: sha256 })).toMatchObject({
    verified: true,
    geohash: paris,
    captured_at: old,
  })
  expect(await getProof({ ctx, input: { sha256 } })).toMatchObject({ status: 'anchored', geohash: paris })
})

test('its withdrawal and the reversal of it do not make it an observation', async () => {
  const { sha256 } = films.unfit
  const proof = () => getProof({ ctx, input: { sha256 } })
  const before = await proof()
  await ctx.db.transaction((tx) => withdrawCapture({ ctx, tx, input: { sha256, reason: 'privacy' } }))
  expect(await verifyProvenance({ ctx, hash: sha256 })).toHaveProperty('withdrawn_at')
  await ctx.db.transaction((tx) => restoreCapture({ ctx, tx, input: { sha256 } }))
  expect(await found()).toEqual(onlyFitting)
  expect(await proof()).toEqual(before)
  const [row] = await ctx.sql`select leaf_hash from capture where sha256 = ${hexToBytes(sha256)}`
  expect(row!.leaf_hash).not.toBeNull()
})
