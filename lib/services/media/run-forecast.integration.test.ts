// needs: ffmpeg ffprobe colmap

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { event } from '#db/schema/service'
import { resolveMissingJobs } from '#lib/services/media/resolve-missing-jobs'
import { runForecast } from '#lib/services/media/run-forecast'
import { runInspect } from '#lib/services/media/run-inspect'
import { runPreview } from '#lib/services/media/run-preview'
import { describeForecast } from '#lib/services/submissions/describe-forecast'
import { descendantsOf } from '#testing/descendants'
import { type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'
import { samplePath } from '#testing/media-fixtures'
import { until } from '#testing/until'

/** Its programs have a low priority: on a busy machine they take minutes instead of seconds. */
const slow = 400_000

let fixture: MediaFixture
let folder: string
beforeAll(async () => {
  fixture = await openMediaFixture({ RECON_CMD: '' })
  folder = mkdtempSync(join(tmpdir(), 'cairn-forecast-'))
})
afterAll(async () => {
  await fixture?.close()
  rmSync(folder, { recursive: true, force: true })
})

const never = new AbortController().signal
const forecast = (film: HandedIn, attempt = 1, signal = never) =>
  runForecast({ ctx: fixture.ctx, input: { submissionId: film.submissionId, attempt }, signal })
const jobs = async ({ submissionId }: HandedIn) =>
  (
    await fixture.ctx.sql<{ state: string; wallet: string }[]>`
      select state::text, group_id as wallet from pgboss.job where name = 'forecast' and singleton_key = ${submissionId}`
  ).map((job) => ({ ...job }))
const eventsOf = async ({ submissionId }: HandedIn) =>
  (
    await fixture.ctx.db.select().from(event).where(eq(event.subjectId, submissionId)).orderBy(asc(event.id))
  ).map(({ name }) => name)
const shown = async (film: HandedIn) => describeForecast(await fixture.rowOf(film), 'contributor')
/** A film whose preview is ready, without the work of its check and its preview. */
const previewed = async (film: string | Buffer) => {
  const handedIn = await fixture.handIn(film)
  await fixture.ctx.sql`
    update submission set quality_status = 'pass', quality = '{"reasons":[],"warnings":[],"figures":{}}',
      preview_status = 'ready', preview_key = 'previews/any', forecast_status = 'pending'
    where submission_id = ${handedIn.submissionId}`
  return handedIn
}
const encoded = (name: string, source: string[]) => {
  const path = join(folder, name)
  execFileSync('ffmpeg', [
    ...[
      '-nostdin',
      '-v',
      'error',
      ...source,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ],
    path,
  ])
  return readFileSync(path)
}

/** `undefined` when it has ended. */
const priorityOf = (pid: number) => {
  try {
    return getPriority(pid)
  } catch {
    return undefined
  }
}

describe('a film', () => {
  test('that walks around a place: a model is likely; it is forecast once, after its preview, for the account of its wallet', {
    tags: 'thorough',
    timeout: slow,
  }, async () => {
    const { ctx } = fixture
    const film = await fixture.handIn('qc/good.mp4')
    const input = { submissionId: film.submissionId, attempt: 1 }
    await runInspect({ ctx, input, signal: never })
    expect(await shown(film)).toMatchObject({ model_forecast: null, model_forecast_status: 'none' })
    expect(await jobs(film)).toEqual([])
    await runPreview({ ctx, input, signal: never })
    expect(await shown(film)).toEqual({
      model_forecast: null,
      model_forecast_reason: null,
      model_forecast_status: 'pending',
    })
    const { contributor } = await fixture.rowOf(film)
    expect(await jobs(film)).toEqual([{ state: 'created', wallet: contributor }])

    await forecast(film)
    const first = await fixture.rowOf(film)
    expect(await shown(film)).toEqual({
      model_forecast: 'likely',
      model_forecast_reason: expect.stringMatching(/pictures .* fit together, and they show depth\.$/),
      model_forecast_status: 'ready',
    })
    await forecast(film)
    await runPreview({ ctx, input, signal: never })
    expect((await fixture.rowOf(film)).forecast).toEqual(first.forecast)
    expect(await eventsOf(film)).toEqual(['inspected', 'preview_ready', 'model_forecast'])
    expect(readdirSync(join(fixture.folder, 'work'))).toEqual([])
  })

  test('of a camera that turned on the spot: a model is unlikely, and the reason says so', {
    tags: 'thorough',
    timeout: slow,
  }, async () => {
    // Small, to save time.
    const pan = samplePath('video/qc/pan_only_no_parallax.mp4')
    const film = await previewed(encoded('pan.mp4', ['-i', pan, '-vf', 'scale=426:-2']))
    await forecast(film)
    expect(await shown(film)).toMatchObject({
      model_forecast: 'unlikely',
      model_forecast_reason: expect.stringMatching(/^The camera turned on the spot.*Walk around the subject/),
    })
  })

  test('of a bare wall: a model is unlikely', { tags: 'thorough', timeout: slow }, async () => {
    const wall = 'color=c=0xc8c0b0:s=1280x720:r=30:d=6,noise=alls=6:allf=t'
    const film = await previewed(encoded('wall.mp4', ['-f', 'lavfi', '-i', wall]))
    await forecast(film)
    expect(await shown(film)).toMatchObject({
      model_forecast: 'unlikely',
      model_forecast_reason: expect.stringContaining('bare walls'),
    })
  })

  test('that was accepted meanwhile is not forecast any more', async () => {
    const film = await previewed(randomBytes(2_000))
    await fixture.accept(film)
    await forecast(film)
    expect(await shown(film)).toMatchObject({ model_forecast: null, model_forecast_status: 'none' })
  })
})

describe('a forecast that cannot be made', () => {
  test('without COLMAP says that it could not be made, never that a model is unlikely; the preview stays ready', async () => {
    const film = await previewed(randomBytes(2_000))
    vi.stubEnv('PATH', join(folder, 'no-programs'))
    try {
      await forecast(film)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(await shown(film)).toEqual({
      model_forecast: null,
      model_forecast_reason: expect.stringContaining('says nothing about the film'),
      model_forecast_status: 'failed',
    })
    expect(await fixture.rowOf(film)).toMatchObject({ previewStatus: 'ready', qualityStatus: 'pass' })
    expect(await eventsOf(film)).toEqual(['forecast_failed'])
  })

  test('is stopped with all its programs, which come after checks and before models, and waits for another attempt', {
    tags: 'thorough',
    timeout: slow,
    skip: process.platform !== 'linux',
  }, async () => {
    const film = await previewed('qc/good_reencoded_crop.mp4')
    const stop = new AbortController()
    const running = forecast(film, 1, stop.signal)
    const matchers = () => descendantsOf(process.pid).filter(({ name }) => name === 'colmap')
    await until(() => matchers().some(({ pid }) => priorityOf(pid) === 2), {
      what: 'COLMAP runs at a low priority',
    })
    stop.abort()
    await expect(running).rejects.toThrow()
    expect(matchers()).toEqual([])
    expect(await shown(film)).toMatchObject({ model_forecast: null, model_forecast_status: 'pending' })
    expect(readdirSync(join(fixture.folder, 'work'))).toEqual([])
  })

  test('whose worker was killed each time is failed; one without a job is queued again', async () => {
    const [killed, missing] = [await previewed(randomBytes(2_000)), await previewed(randomBytes(2_000))]
    await resolveMissingJobs({ ctx: fixture.ctx })
    expect(await jobs(missing)).toMatchObject([{ state: 'created' }])
    await fixture.ctx.sql`
      update pgboss.job set state = 'failed', completed_on = now()
      where name = 'forecast' and singleton_key = ${killed.submissionId}`
    await resolveMissingJobs({ ctx: fixture.ctx })
    expect(await shown(killed)).toMatchObject({ model_forecast: null, model_forecast_status: 'failed' })
    expect(await shown(missing)).toMatchObject({ model_forecast: null, model_forecast_status: 'pending' })
  })
})
