import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { submission } from '#db/schema/submission'
import { stageBounty } from '#lib/sandbox/testing/bounty-states'
import { openUnpaidService, type UnpaidService } from '#lib/sandbox/testing/unpaid-service'
import { reviewSchema } from '#lib/schemas/review'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { getReview } from '#lib/services/bounties/get-review'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

let bountyId: string
let submissionId: string
beforeEach(async () => {
  const staged = await stageBounty(service.ctx, 'open')
  bountyId = staged.bounty_id
  submissionId = staged.submissionIds[0]!
})

const seen = async (id = submissionId) => {
  const review = reviewSchema.strict().parse(await getReview({ ctx: service.ctx, input: { bountyId } }))
  return review.submissions.find((one) => one.submission_id === id)!
}
const set = (changes: Partial<typeof submission.$inferInsert>) =>
  service.ctx.db.update(submission).set(changes).where(eq(submission.submissionId, submissionId))

/** All that is measured, and what a file may say besides. */
const measured = {
  ...{ codec: 'hevc', width: 1920, height: 1080, declaredSeconds: 24.5, decodedSeconds: 24.4 },
  ...{ framesPerSecond: 29.97, blurMedian: 4.6, laplacianShare: 0.2, lumaMean: 130, clippedLow: 0 },
  ...{ clippedHigh: 0, blackShare: 0, frozenShare: 0, frameDifferenceMedian: 12, cuts: 0, truncated: false },
  ...{ location: '+52.5163+013.3777/', make: 'Phonemaker', model: 'Phone 12', creationTime: '2026-05-01' },
}

describe('the poster', () => {
  test('knows of a new submission that it waits', async () => {
    expect(await seen()).toMatchObject({
      quality_status: 'pending',
      quality_reasons: [],
      quality_warnings: [],
      figures: null,
      size_bytes: null,
      poster_url: null,
      reconstruction_status: 'none',
      reconstruction_stage: null,
      reconstruction_text: null,
      reconstruction_percent: null,
      reconstruction_reason: null,
      models_ahead: null,
      model_preview_url: null,
    })
  })

  test('learns why a film failed and what is doubtful about it, with its main figures', async () => {
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

  test('learns nothing of the place, the time or the camera', async () => {
    await set({ qualityStatus: 'pass', quality: { reasons: [], warnings: [], figures: measured } })
    const text = JSON.stringify(await seen())
    for (const secret of ['52.5', '13.37', 'Phone', '2026-05-01', 'hevc']) expect(text).not.toContain(secret)
  })

  test('sees no figures of a file that could not be read', async () => {
    const reasons = [{ code: 'not_a_film', text: 'The file is no film.' }]
    await set({ qualityStatus: 'fail', quality: { reasons, warnings: [], figures: {} } })
    expect(await seen()).toMatchObject({ figures: null, quality_reasons: reasons })
  })

  test('sees how far the model is: the stage, and how much of the whole is done', async () => {
    await set({ reconstructionStatus: 'running', reconstructionStage: 'matching', reconstructionPercent: 50 })
    expect(await seen()).toMatchObject({
      reconstruction_stage: 'matching',
      reconstruction_text: 'Recognising those points from picture to picture.',
      reconstruction_percent: 26,
    })
    await set({ reconstructionStage: 'packing', reconstructionPercent: 100 })
    expect(await seen()).toMatchObject({ reconstruction_percent: 100 })
    // What another engine calls a stage, or a run that has only begun.
    await set({ reconstructionStage: 'splatting', reconstructionPercent: null })
    expect(await seen()).toMatchObject({ reconstruction_stage: null, reconstruction_percent: null })
  })

  test('reads why there is no model, once there is none', async () => {
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
      const staged = await stageBounty(service.ctx, 'open')
      const [first] = staged.submissionIds as [string]
      await acceptSubmission({ ctx: service.ctx, input: { bountyId: staged.bounty_id, submissionId: first } })
      waiting.push({ bountyId: staged.bounty_id, submissionId: first })
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

test('the poster knows whom they would pay; nobody else is told a contributor’s wallet, in any state', async () => {
  for (const state of ['open', 'accepting', 'accepted'] as const) {
    const staged = await stageBounty(service.ctx, state)
    const submissions = await service.ctx.db
      .select({ contributor: submission.contributor })
      .from(submission)
      .where(eq(submission.bountyId, staged.bounty_id))
    const wallets = submissions.map(({ contributor }) => contributor)
    expect(wallets.length).toBeGreaterThan(0)
    const input = { bountyId: staged.bounty_id }
    const review = await getReview({ ctx: service.ctx, input })
    expect(review.submissions.map(({ contributor }) => contributor.toLowerCase()).sort()).toEqual(
      wallets.sort(),
    )
    const headers = { authorization: `Bearer ${staged.agent_token}` }
    for (const path of [`/api/v1/bounties/${staged.bounty_id}`, `/api/board/bounties/${staged.bounty_id}`]) {
      const answer = await service.send(path, { headers })
      expect(answer.status).toBe(200)
      const text = (await answer.text()).toLowerCase()
      for (const wallet of wallets) expect(text).not.toContain(wallet.slice(2))
    }
  }
})

test('a review is for whoever holds the token of the bounty, and for nobody else', async () => {
  const [mine, other] = [await stageBounty(service.ctx, 'open'), await stageBounty(service.ctx, 'open')]
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
