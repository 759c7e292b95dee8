import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submission } from '#db/schema/submission'
import { queueJob } from '#lib/adapters/jobs'
import type { JobName } from '#lib/domain/film/job-names'
import { countFailedForecasts, endForecast } from '#lib/services/media/forecast-status'
import { findAction } from '#lib/services/operator/actions'
import { listJobs } from '#lib/services/operator/jobs/list-jobs'
import { type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'

let fixture: MediaFixture
beforeAll(async () => {
  fixture = await openMediaFixture()
})
afterAll(() => fixture.close())

const operator = '0x1'
async function act(name: string, input: object): Promise<void> {
  const { ctx } = fixture
  const { refusal } = await findAction(name).preview({ ctx, input })
  if (refusal !== null) throw new Error(refusal)
  await ctx.db.transaction((tx) => findAction(name).run({ ctx, tx, input, operator, reason: 'a test' }))
}

const list = (input: Partial<Parameters<typeof listJobs>[0]['input']> = {}) =>
  listJobs({ ctx: fixture.ctx, input: { limit: 50, ...input } })
const jobOf = async (queue: JobName, { submissionId }: HandedIn) =>
  (await list({ queue })).jobs.find((job) => job.submission_id === submissionId)

/**
 * Sets the job to the state that the queue would give it: `failed` after the last try, `retry` before a later
 * one.
 */
async function leave(queue: JobName, { submissionId }: HandedIn, state: 'failed' | 'retry' | 'active') {
  await fixture.ctx.db.execute(sql`
    update pgboss.job set state = ${state}::pgboss.job_state, start_after = now() + interval '1 hour', retry_count = 2,
      output = ${JSON.stringify({ message: 'no answer of https://key@store.example/x' })}::jsonb,
      completed_on = case when ${state} = 'failed' then now() end
    where name = ${queue} and singleton_key = ${submissionId}`)
}
const keep = ({ submissionId }: HandedIn) =>
  fixture.ctx.db.execute(
    sql`update submission_file set original_key = 'here' where submission_id = ${submissionId}`,
  )
const set = (handedIn: HandedIn, changes: Partial<typeof submission.$inferInsert>) =>
  fixture.ctx.db.update(submission).set(changes).where(eq(submission.submissionId, handedIn.submissionId))
const ask = (name: JobName, { submissionId }: HandedIn) =>
  fixture.ctx.db.transaction((tx) => queueJob({ tx, name, submissionId }))

test('dead jobs come first, in pages, and are retried once for several concurrent operators', async () => {
  const waiting = await fixture.handIn(Buffer.from('one'))
  const dead = await fixture.handIn(Buffer.from('two'))
  await leave('inspect', waiting, 'retry')
  await leave('inspect', dead, 'failed')
  const first = await list({ limit: 1 })
  expect(first.jobs).toMatchObject([
    { state: 'dead', submission_id: dead.submissionId, may_retry: true, tries: 3 },
  ])
  expect(first.jobs[0]!.error).toBe('no answer of <url>')
  const job_id = first.jobs[0]!.job_id
  const both = await Promise.allSettled([1, 2].map(() => act('retry_job', { queue: 'inspect', job_id })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await jobOf('inspect', dead)).toMatchObject({ state: 'due', tries: 0 })
  const later = await jobOf('inspect', waiting)
  expect(later).toMatchObject({ state: 'later', may_retry: true })
  await act('retry_job', { queue: 'inspect', job_id: later!.job_id })
  expect(await jobOf('inspect', waiting)).toMatchObject({ state: 'due', tries: 2 })
})

test('a check is dropped only once its film is stored; its submission then says so and gets a preview', async () => {
  const film = await fixture.handIn(Buffer.from('three'))
  await leave('inspect', film, 'active')
  const { job_id } = (await jobOf('inspect', film))!
  await expect(act('drop_job', { queue: 'inspect', job_id })).rejects.toThrow('not in the store yet')
  await keep(film)
  await expect(act('retry_job', { queue: 'inspect', job_id })).rejects.toThrow('A worker is at it')
  await act('drop_job', { queue: 'inspect', job_id })
  expect(await jobOf('inspect', film)).toBeUndefined()
  expect((await fixture.rowOf(film)).quality?.reasons[0]?.code).toBe('not_checked')
  expect(await jobOf('preview', film)).toMatchObject({ state: 'due' })
})

test('a dead preview and a dead model are queued again, the model only while its bounty pays for it', async () => {
  const film = await fixture.handIn(Buffer.from('four'))
  await set(film, { qualityStatus: 'pass', previewStatus: 'failed' })
  await ask('preview', film)
  await leave('preview', film, 'failed')
  await act('retry_job', { queue: 'preview', job_id: (await jobOf('preview', film))!.job_id })
  expect((await fixture.rowOf(film)).previewStatus).toBe('pending')
  expect((await list()).failed_models).toEqual([])
  await fixture.accept(film)
  await set(film, { reconstructionStatus: 'failed', reconstructionReason: 'cut short' })
  await leave('reconstruct', film, 'failed')
  expect((await list()).failed_models).toMatchObject([
    { submission_id: film.submissionId, reason: 'cut short' },
  ])
  await act('retry_job', { queue: 'reconstruct', job_id: (await jobOf('reconstruct', film))!.job_id })
  expect((await fixture.rowOf(film)).reconstructionStatus).toBe('queued')
  await act('drop_job', { queue: 'reconstruct', job_id: (await jobOf('reconstruct', film))!.job_id })
  expect((await fixture.rowOf(film)).reconstructionStatus).toBe('failed')
  await act('retry_model', { submission_id: film.submissionId })
  await expect(act('retry_model', { submission_id: film.submissionId })).rejects.toThrow('is queued')
  expect(await jobOf('reconstruct', film)).toMatchObject({ state: 'due' })
})

test('a forecast that ended as failed is listed with its cause and made again once, only while its bounty is open', async () => {
  const film = await fixture.handIn(Buffer.from('five'))
  const { submissionId: submission_id, bountyId: bounty_id } = film
  await set(film, { qualityStatus: 'pass', forecastStatus: 'pending' })
  await expect(act('retry_forecast', { submission_id })).rejects.toThrow('is pending')
  const fail = () =>
    fixture.ctx.db.transaction((tx) => endForecast(tx, submission_id, { status: 'failed', why: 'no COLMAP' }))
  await fail()
  // Its job succeeded, so it cannot be retried.
  expect(await jobOf('forecast', film)).toBeUndefined()
  expect((await list()).failed_forecasts).toMatchObject([{ submission_id, bounty_id, reason: 'no COLMAP' }])
  expect(await countFailedForecasts({ ctx: fixture.ctx })).toBe(1)
  const both = await Promise.allSettled([1, 2].map(() => act('retry_forecast', { submission_id })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await fixture.rowOf(film)).forecastStatus).toBe('pending')
  expect(await jobOf('forecast', film)).toMatchObject({ state: 'due' })
  expect((await list()).failed_forecasts).toEqual([])
  expect(await countFailedForecasts({ ctx: fixture.ctx })).toBe(0)
  await fail()
  await fixture.accept(film)
  expect((await list()).failed_forecasts).toEqual([])
  await expect(act('retry_forecast', { submission_id })).rejects.toThrow('bounty is accepting')
  await expect(act('retry_forecast', { submission_id: 'sub_none' })).rejects.toThrow('no film')
})
