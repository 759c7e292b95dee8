import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { reviewSchema } from '#lib/schemas/review'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { getReview } from '#lib/services/bounties/get-review'
import { getSubmission } from '#lib/services/submissions/get-submission'
import { seedBounty } from '#testing/bounty-states'
import { createPlainSubmission } from '#testing/plain-submission'
import { seedFile } from '#testing/seed-model'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

let bountyId: string
let submissionId: string
beforeEach(async () => {
  const seeded = await seedBounty(service.ctx, 'open')
  bountyId = seeded.bounty_id
  submissionId = seeded.submissionIds[0]!
})

const seen = async (id = submissionId) => {
  const review = reviewSchema.strict().parse(await getReview({ ctx: service.ctx, input: { bountyId } }))
  return review.submissions.find((one) => one.submission_id === id)!
}
const set = (changes: Partial<typeof submission.$inferInsert>) =>
  service.ctx.db.update(submission).set(changes).where(eq(submission.submissionId, submissionId))

/** All measured properties, and properties that a file may claim. */
const measured = {
  codec: 'hevc',
  width: 1920,
  height: 1080,
  declaredSeconds: 24.5,
  decodedSeconds: 24.4,
  framesPerSecond: 29.97,
  blurMedian: 4.6,
  laplacianShare: 0.2,
  lumaMean: 130,
  clippedLow: 0,
  clippedHigh: 0,
  blackShare: 0,
  frozenShare: 0,
  frameDifferenceMedian: 12,
  cuts: 0,
  truncated: false,
  location: '+52.5163+013.3777/',
  make: 'Phonemaker',
  model: 'Phone 12',
  creationTime: '2026-05-01',
}

describe('the poster', () => {
  test('shows a new submission as waiting', async () => {
    expect(await seen()).toMatchObject({
      quality_status: 'pending',
      quality_reasons: [],
      quality_warnings: [],
      contributor_record: { submitted: 1, accepted: 0, declined: 0, posters: 0 },
      captured_at: null,
      geohash: null,
      figures: null,
      size_bytes: null,
      poster_url: null,
      reconstruction_status: 'none',
      reconstruction_stage: null,
      reconstruction_text: null,
      reconstruction_progress: null,
      reconstruction_remaining_seconds: null,
      reconstruction_mode: 'standard',
      reconstruction_retries_left: 3,
      reconstruction_reason: null,
      models_ahead: null,
      model_preview_url: null,
      film_sha256: null,
      manifest_sha256: null,
    })
  })

  test('shows why a film failed and its warnings, with its main measurements', async () => {
    const reasons = [{ code: 'blurred', text: 'The film is not sharp: wipe the lens.' }]
    const warnings = [
      { code: 'resembles_another', text: 'The film resembles one that was submitted before.' },
    ]
    await set({ qualityStatus: 'fail', quality: { reasons, warnings, figures: measured } })
    expect(await seen()).toMatchObject({
      quality_status: 'fail',
      quality_reasons: reasons,
      quality_warnings: warnings,
      figures: { duration_seconds: 24.4, width: 1920, height: 1080, frames_per_second: 29.97 },
    })
  })

  test('shows which earlier film a film looks like, whose and when, also to its contributor', async () => {
    const { db } = service.ctx
    const contributorOf = (id: string) =>
      db
        .select()
        .from(submission)
        .where(eq(submission.submissionId, id))
        .then(([row]) => row!.contributor)
    const other = await seedBounty(service.ctx, 'open')
    const earlierId = other.submissionIds[0]!
    const later = await createPlainSubmission({
      ctx: service.ctx,
      input: { bountyId, contributor: await contributorOf(submissionId) },
    })
    for (const id of [earlierId, submissionId, later.submissionId]) await seedFile(service.ctx, id)
    const quality = {
      reasons: [{ code: 'duplicate', text: 'Stored.', advice: 'Film it.', earlier: earlierId }],
      warnings: [{ code: 'repeated', text: 'Stored.', earlier: submissionId }],
      figures: { width: 1 },
    }
    await db
      .update(submission)
      .set({ qualityStatus: 'fail', quality })
      .where(eq(submission.submissionId, later.submissionId))
    const shown = await seen(later.submissionId)
    expect(shown.quality_reasons).toEqual([
      {
        code: 'duplicate',
        text: expect.stringMatching(
          /^The film looks the same as a film of another bounty, .+ wallet at .+ UTC, of the same area\.$/,
        ),
        earlier_submission: expect.objectContaining({
          bounty: 'another',
          submission_id: null,
          number: null,
          area: 'same',
          observation_id: null,
        }),
      },
    ])
    expect(shown.quality_warnings).toEqual([
      {
        code: 'repeated',
        text: expect.stringContaining('film 1 of this bounty, submitted by the same wallet at'),
        earlier_submission: expect.objectContaining({
          submission_id: submissionId,
          number: 1,
          same_wallet: true,
        }),
      },
    ])
    const own = await getSubmission({
      ctx: service.ctx,
      input: { submissionId: later.submissionId, contributor: await contributorOf(later.submissionId) },
    })
    expect(own.quality_reasons[0]!.text).toMatch(
      /submitted for another bounty at .+ UTC, of the same area\. Film it\.$/,
    )
    expect(own.quality_warnings[0]).toMatchObject({
      text: expect.stringContaining('the film that you submitted for this bounty at'),
      earlier_submission: { submission_id: submissionId, number: null },
    })
  })

  test('shows nothing that the file says of place, time and camera besides the claims that are stored', async () => {
    await set({ qualityStatus: 'pass', quality: { reasons: [], warnings: [], figures: measured } })
    const text = JSON.stringify(await seen())
    for (const secret of ['52.5', '13.37', 'Phone', '2026-05-01', 'hevc']) expect(text).not.toContain(secret)
  })

  test('shows place and time as claimed, no finer than a cell and a second', async () => {
    const uploadId = randomBytes(12).toString('hex')
    const sha256 = new Uint8Array(randomBytes(32))
    await service.ctx.db.insert(upload).values({
      uploadId,
      owner: `0x${'22'.repeat(20)}`,
      state: 'submitted',
      byteLength: 9,
      sha256,
      expiresAt: new Date(),
    })
    await service.ctx.db.insert(submissionFile).values({
      submissionId,
      uploadId,
      sha256,
      byteLength: 9,
      mediaType: 'video/mp4',
      cell: geohashToCell('u33db2')!,
      capturedAt: new Date('2026-11-01T10:00:00Z'),
    })
    expect(await seen()).toMatchObject({ geohash: 'u33db2', captured_at: '2026-11-01T10:00:00Z' })
  })

  test('gets the hashes that lead to the proofs with the delivery, and none before', async () => {
    const { db } = service.ctx
    const sha256 = await seedFile(service.ctx, submissionId)
    const manifestSha256 = new Uint8Array(randomBytes(32))
    expect(await seen()).toMatchObject({ film_sha256: null, manifest_sha256: null })
    await db
      .update(submissionFile)
      .set({ deliveredAt: new Date() })
      .where(eq(submissionFile.submissionId, submissionId))
    const film_sha256 = Buffer.from(sha256).toString('hex')
    expect(await seen()).toMatchObject({ film_sha256, manifest_sha256: null })
    const keys = { modelGlbKey: 'a', modelPreviewKey: 'b', modelZipKey: 'c' }
    await set({ ...keys, reconstructionStatus: 'ready', manifestSha256 })
    const manifest_sha256 = Buffer.from(manifestSha256).toString('hex')
    expect(await seen()).toMatchObject({ film_sha256, manifest_sha256 })
  })

  test('sees the films of a contributor for other bounties, apart from those for this poster', async () => {
    const contributor = `0x${randomBytes(20).toString('hex')}`
    const submitTo = async (bountyId: string) =>
      (await createPlainSubmission({ ctx: service.ctx, input: { bountyId, contributor } })).submissionId
    for (const state of ['chosen', 'passed over'] as const) {
      const other = await seedBounty(service.ctx, 'open')
      const input = { bountyId: other.bounty_id, submissionId: await submitTo(other.bounty_id) }
      if (state === 'chosen') await acceptSubmission({ ctx: service.ctx, input })
    }
    const id = await submitTo(bountyId)
    expect(await seen(id)).toMatchObject({
      contributor_record: {
        submitted: 1,
        accepted: 0,
        declined: 0,
        posters: 0,
        yours: { submitted: 1, accepted: 0, declined: 0 },
        unproven: { submitted: 2, accepted: 1, declined: 0 },
      },
    })
  })

  test('shows no measurements of an unreadable file', async () => {
    const reasons = [{ code: 'not_a_film', text: 'The file is no film.' }]
    await set({ qualityStatus: 'fail', quality: { reasons, warnings: [], figures: {} } })
    expect(await seen()).toMatchObject({ figures: null, quality_reasons: reasons })
  })

  test('shows the stage and the progress of the model', async () => {
    await set({ reconstructionStatus: 'running', reconstructionStage: 'matching', reconstructionPercent: 50 })
    await set({ reconstructionProgress: 0.26 })
    expect(await seen()).toMatchObject({
      reconstruction_stage: 'matching',
      reconstruction_text: 'Finding the same points again from picture to picture.',
      reconstruction_progress: 0.26,
      reconstruction_remaining_seconds: null,
    })
    // Another engine's name of a stage, or a run that has only begun.
    await set({ reconstructionStage: 'splatting', reconstructionPercent: null })
    expect(await seen()).toMatchObject({ reconstruction_stage: null, reconstruction_progress: 0.26 })
  })

  test('estimates how long the model still takes, by real time', async () => {
    await set({
      reconstructionStatus: 'running',
      reconstructionStage: 'matching',
      reconstructionPercent: 100,
    })
    await set({ reconstructionStart: 0, reconstructionStartedAt: new Date(Date.now() - 4_000_000) })
    // 40 % took 4,000 s, so 60 % take 6,000 s.
    const { reconstruction_remaining_seconds: left } = await seen()
    expect(Math.round(left! / 100)).toBe(60)
  })

  test('reads why the model failed, once it has failed', async () => {
    const reconstructionReason = 'The camera turned on the spot.'
    await set({ reconstructionStatus: 'failed', reconstructionReason })
    expect(await seen()).toMatchObject({ reconstruction_reason: reconstructionReason })
    await set({ reconstructionStatus: 'queued' })
    expect(await seen()).toMatchObject({ reconstruction_reason: null })
  })

  test('sees how many models are made before theirs', async () => {
    await service.ctx.sql`delete from pgboss.job`
    const waiting: { bountyId: string; submissionId: string }[] = []
    for (let place = 0; place < 3; place++) {
      const seeded = await seedBounty(service.ctx, 'open')
      const [first] = seeded.submissionIds as [string]
      await acceptSubmission({ ctx: service.ctx, input: { bountyId: seeded.bounty_id, submissionId: first } })
      waiting.push({ bountyId: seeded.bounty_id, submissionId: first })
    }
    const ahead = async (place: number) => {
      bountyId = waiting[place]!.bountyId
      return (await seen(waiting[place]!.submissionId)).models_ahead
    }
    expect([await ahead(0), await ahead(1), await ahead(2)]).toEqual([0, 1, 2])
    const done = waiting[0]!.submissionId
    await service.ctx.sql`update pgboss.job set state = 'active' where data->>'submissionId' = ${done}`
    expect([await ahead(1), await ahead(2)]).toEqual([1, 2])
    await service.ctx.sql`update pgboss.job set state = 'completed' where data->>'submissionId' = ${done}`
    expect([await ahead(1), await ahead(2)]).toEqual([0, 1])
  })
})

test('only the poster sees the wallet of a contributor, in all states', async () => {
  for (const state of ['open', 'accepting', 'accepted'] as const) {
    const seeded = await seedBounty(service.ctx, state)
    const submissions = await service.ctx.db
      .select({ contributor: submission.contributor })
      .from(submission)
      .where(eq(submission.bountyId, seeded.bounty_id))
    const wallets = submissions.map(({ contributor }) => contributor)
    expect(wallets.length).toBeGreaterThan(0)
    const input = { bountyId: seeded.bounty_id }
    const review = await getReview({ ctx: service.ctx, input })
    expect(review.submissions.map(({ contributor }) => contributor.toLowerCase()).sort()).toEqual(
      wallets.sort(),
    )
    const headers = { authorization: `Bearer ${seeded.agent_token}` }
    for (const path of [`/api/v1/bounties/${seeded.bounty_id}`, `/api/board/bounties/${seeded.bounty_id}`]) {
      const answer = await service.send(path, { headers })
      expect(answer.status).toBe(200)
      const text = (await answer.text()).toLowerCase()
      for (const wallet of wallets) expect(text).not.toContain(wallet.slice(2))
    }
  }
})

test('a review requires the token of the bounty', async () => {
  const [mine, other] = [await seedBounty(service.ctx, 'open'), await seedBounty(service.ctx, 'open')]
  const statusFor = async (authorization?: string) =>
    (
      await service.send(`/api/review/bounties/${mine.bounty_id}`, {
        headers: authorization ? { authorization } : {},
      })
    ).status
  expect(await statusFor(`Bearer ${mine.agent_token}`)).toBe(200)
  expect(await statusFor(`Bearer ${other.agent_token}`)).toBe(401)
  expect(await statusFor()).toBe(401)
})
