import { randomBytes } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { publicationRound } from '#db/schema/publication-round'
import { submission } from '#db/schema/submission'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { enoughWallets } from '#lib/domain/proof/publication-round'
import { createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { getProof } from '#lib/services/anchors/get-proof'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { deliverManifest } from '#lib/services/media/deliver-manifest'
import { endRounds } from '#lib/services/publication/end-rounds'
import { joinRound } from '#lib/services/publication/join-round'
import { getSubmission } from '#lib/services/submissions/get-submission'
import { type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'
import { until } from '#testing/until'

const [longest, maxAge] = [4_000, 100]
let fixture: MediaFixture
let ctx: Context
beforeAll(async () => {
  fixture = await openMediaFixture({
    ANCHOR_KEY: demoKey('anchor'),
    ANCHOR_MAX_AGE_SECONDS: String(maxAge),
    DELIVERY_DELAY_MAX_SECONDS: String(longest),
  })
  ctx = fixture.ctx as Context
})
afterAll(() => fixture?.close())
// Each test begins without an open round or a waiting capture.
beforeEach(async () => {
  await pass(longest)
  await endRounds({ ctx })
  await pass(maxAge)
  await build()
  expect(await ctx.db.$count(capture, isNull(capture.treeId))).toBe(0)
})

/** Lets the time pass. */
const pass = (seconds: number) =>
  ctx.sql`update service_clock set offset_seconds = offset_seconds + ${Math.ceil(seconds)}`
const build = () => buildTree({ ctx, anchorer: createAnchorer(ctx)! })
const hash = () => new Uint8Array(randomBytes(32))

/** A film of another bounty and wallet whose release has just become final. */
async function release(options: { contributor?: string } = {}): Promise<HandedIn> {
  const film = await fixture.handIn(randomBytes(2_000), options)
  await fixture.accept(film)
  await fixture.release(film)
  return film
}

async function deliver(count = 1): Promise<HandedIn[]> {
  const films: HandedIn[] = []
  for (let number = 0; number < count; number++) films.push(await release())
  expect(await deliverCaptures({ ctx })).toBe(count)
  return films
}

async function ingest(count = 1): Promise<void> {
  const place = { cell: geohashToCell('u33dbb')!, capturedAt: new Date('2026-05-01T12:00:00Z') }
  await ctx.db
    .insert(capture)
    .values(Array.from({ length: count }, () => ({ ...place, sha256: hash(), salt: hash() })))
}

const captureOf = async ({ sha256 }: Pick<HandedIn, 'sha256'>) => {
  const [row] = await ctx.db
    .select()
    .from(capture)
    .where(eq(capture.sha256, Buffer.from(sha256, 'hex')))
  return row!
}
const openRounds = () => ctx.db.select().from(publicationRound).where(isNull(publicationRound.endedAt))
const leavesOf = async (treeId: number) =>
  (await ctx.db.select().from(tree).where(eq(tree.treeId, treeId)))[0]!.leafCount
/** Seconds from the beginning of the open round of films. */
async function lengthOfRound() {
  const [round] = await openRounds()
  const since = (time: Date) => (time.getTime() - round!.openedAt.getTime()) / 1_000
  return { early: since(round!.earlyAt), late: since(round!.lateAt) }
}

test('a film that was just released is in no tree, neither alone nor in one that operators’ captures fill meanwhile', async () => {
  const [film] = await deliver()
  await ingest(3)
  await pass(maxAge)
  expect(await leavesOf((await build())!)).toBe(3)
  await pass(longest / 2)
  await ingest(2)
  await pass(maxAge)
  expect(await leavesOf((await build())!)).toBe(2)
  expect(await captureOf(film!)).toMatchObject({ treeId: null, readyAt: null })
})

test('the films of a round become leaves of one tree, together with what operators ingested', async () => {
  const films = await deliver(3)
  await pass(longest / 2)
  films.push(...(await deliver(2)))
  await pass(longest / 2)
  await ingest(2)
  expect(await build()).toBeUndefined()
  await pass(maxAge)
  const treeId = (await build())!
  expect(await leavesOf(treeId)).toBe(7)
  for (const film of films) expect(await captureOf(film)).toMatchObject({ treeId })
})

test('a film to which no other comes waits at least three quarters of the longest delay, and then no longer than that', async () => {
  const [film] = await deliver()
  const { late } = await lengthOfRound()
  expect(late).toBeGreaterThanOrEqual((longest * 3) / 4)
  expect(late).toBeLessThanOrEqual(longest)
  await pass((longest * 3) / 4 - 60)
  await endRounds({ ctx })
  expect((await captureOf(film!)).readyAt).toBeNull()
  await pass(longest / 4 + 60)
  await build()
  await pass(maxAge)
  expect(await leavesOf((await build())!)).toBe(1)
})

test('a round with films of enough wallets ends at its early time, and not before', async () => {
  const films = await deliver(enoughWallets - 1)
  const { early } = await lengthOfRound()
  expect(early).toBeGreaterThanOrEqual(longest / 4)
  expect(early).toBeLessThanOrEqual(longest / 2)
  // Another film of the same wallet does not increase the number of wallets.
  const { contributor } = await fixture.rowOf(films[0]!)
  await release({ contributor })
  await deliverCaptures({ ctx })
  await pass(early)
  await endRounds({ ctx })
  expect(await openRounds()).toHaveLength(1)
  await deliver()
  await endRounds({ ctx })
  expect(await openRounds()).toEqual([])
})

test('a film that is delivered after the end of a round is in the next one, also if no worker looked in between', async () => {
  const [first] = await deliver()
  await pass(longest)
  const [second] = await deliver()
  const [one, other] = [await captureOf(first!), await captureOf(second!)]
  expect(one.readyAt).not.toBeNull()
  expect(other.readyAt).toBeNull()
  expect(other.roundId).not.toBe(one.roundId)
  expect(await openRounds()).toHaveLength(1)
})

test('several workers deliver and end rounds at once, and each film is in one round and one tree', async () => {
  const films: HandedIn[] = []
  for (let number = 0; number < 6; number++) films.push(await release())
  await Promise.all([1, 2, 3, 4].flatMap(() => [deliverCaptures({ ctx }), endRounds({ ctx })]))
  await deliverCaptures({ ctx })
  expect(new Set(await Promise.all(films.map(async (film) => (await captureOf(film)).roundId))).size).toBe(1)
  await pass(longest)
  await Promise.all([1, 2, 3, 4].map(() => endRounds({ ctx })))
  await pass(maxAge)
  await Promise.all([1, 2, 3, 4].map(build))
  const trees = new Set(await Promise.all(films.map(async (film) => (await captureOf(film)).treeId)))
  expect([trees.size, trees.has(null)]).toEqual([1, false])
})

test('a delivery that was cut off leaves nothing, and its repetition joins the same round as the others', async () => {
  const film = await release()
  await expect(
    ctx.db.transaction(async (tx) => {
      await joinRound({ tx, ctx, contents: 'films' })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await openRounds()).toEqual([])
  expect(await deliverCaptures({ ctx })).toBe(1)
  const [other] = await deliver()
  expect((await captureOf(film)).roundId).toBe((await captureOf(other!)).roundId)
})

test('a round includes a film that is being delivered when it ends', async () => {
  await deliver()
  await pass((longest * 3) / 4 - 60)
  const sha256 = hash()
  const held = Promise.withResolvers<void>()
  const joined = Promise.withResolvers<void>()
  const delivering = ctx.db.transaction(async (tx) => {
    const roundId = await joinRound({ tx, ctx, contents: 'films' })
    const place = { cell: geohashToCell('u33dbb')!, capturedAt: new Date('2026-05-01T12:00:00Z') }
    await tx.insert(capture).values({ ...place, sha256, salt: hash(), roundId, readyAt: null })
    joined.resolve()
    await held.promise
  })
  await joined.promise
  await pass(longest)
  const ending = endRounds({ ctx })
  await until(
    async () =>
      (await ctx.sql`select from pg_locks where not granted and locktype in ('tuple', 'transactionid')`)
        .length > 0,
    { what: 'the end waits' },
  )
  held.resolve()
  await Promise.all([delivering, ending])
  const [row] = await ctx.db.select().from(capture).where(eq(capture.sha256, sha256))
  expect(row!.readyAt).not.toBeNull()
  expect(await openRounds()).toEqual([])
})

test('the manifest of a model waits in a round of its own, and ends none of films', async () => {
  const [film] = await deliver()
  await pass(longest / 2)
  const manifestSha256 = hash()
  await ctx.db
    .update(submission)
    .set({ manifestSha256 })
    .where(eq(submission.submissionId, film!.submissionId))
  await ctx.db.transaction((tx) => deliverManifest({ tx, ctx, submissionId: film!.submissionId }))
  const manifest = () => captureOf({ sha256: Buffer.from(manifestSha256).toString('hex') })
  expect((await manifest()).roundId).not.toBe((await captureOf(film!)).roundId)
  await pass(longest / 2)
  await endRounds({ ctx })
  expect((await captureOf(film!)).readyAt).not.toBeNull()
  expect((await manifest()).readyAt).toBeNull()
  // A film that is delivered now has to wait as long as any other.
  await pass(longest / 2)
  const [late] = await deliver()
  await endRounds({ ctx })
  expect((await manifest()).readyAt).not.toBeNull()
  expect((await captureOf(late!)).readyAt).toBeNull()
})

async function seenByPoster({ bountyId, submissionId }: HandedIn) {
  const { submissions } = await getBounty({ ctx, input: { bountyId } })
  return submissions.find((each) => each.submission_id === submissionId)!
}

test('poster and contributor see that the proof waits, and until when at most; others with the file only how long it can take', async () => {
  const [film] = await deliver()
  const { contributor, file } = await fixture.rowOf(film!)
  const { submissionId, sha256 } = film!
  const seen = async () => {
    const ofPoster = await seenByPoster(film!)
    const own = await getSubmission({ ctx, input: { submissionId, contributor } })
    expect([own.proof_status, own.proof_by]).toEqual([ofPoster.proof_status, ofPoster.proof_by])
    return { status: own.proof_status, by: own.proof_by }
  }
  const latest = file.deliveredAt!.getTime() + (longest + maxAge) * 1_000
  const { status, by } = await seen()
  expect(status).toBe('pending')
  // Nothing of it depends on the secret end of the round.
  expect(Date.parse(by!)).toBe(Math.ceil(latest / 1_000) * 1_000)
  expect(await getProof({ ctx, input: { sha256 } })).toEqual({
    status: 'pending',
    sha256,
    anchored_within_seconds: longest + maxAge,
    is_demonstration: true,
  })
  await pass(longest)
  await build()
  await pass(maxAge)
  await build()
  expect(await seen()).toEqual({ status: 'pending', by: null })
  await ctx.sql`update tree set state = 'final', attest_uid = ${hash()}, attest_tx = ${hash()}`
  expect(await seen()).toEqual({ status: 'anchored', by: null })
  const waiting = await release()
  expect(await seenByPoster(waiting)).toMatchObject({ proof_status: 'none', proof_by: null })
  await deliverCaptures({ ctx })
})
