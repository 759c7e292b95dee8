// needs: ffmpeg ffprobe

import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { event } from '#db/schema/service'
import { submission } from '#db/schema/submission'
import { openJobs, queueJob } from '#lib/adapters/jobs'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { toHex } from '#lib/domain/proof/leaf'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { mediaSteps } from '#lib/worker/media-steps'
import { runWorker } from '#lib/worker/run-worker'
import { anotherFileOf, type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'
import { smallSplats } from '#testing/small-splats'
import { until } from '#testing/until'

let fixture: MediaFixture
let stop: () => Promise<void>
beforeAll(async () => {
  fixture = await openMediaFixture({ MEDIA_JOBS: '2' })
  stop = await startWorker(fixture)
})
afterAll(async () => {
  await stop?.()
  await fixture?.close()
})

async function startWorker({ ctx }: MediaFixture): Promise<() => Promise<void>> {
  const jobs = await openJobs(ctx)
  const stopping = new AbortController()
  const running = runWorker({ ctx, signal: stopping.signal, steps: mediaSteps(ctx, jobs) })
  return async () => {
    stopping.abort()
    await running
    await jobs.stop()
  }
}

type Row = Awaited<ReturnType<typeof fixture.rowOf>>
/** Waits until the film's row is as described. */
const rowOnce = (film: HandedIn, what: string, isSo: (row: Row) => boolean) =>
  until(
    async () => {
      const row = await fixture.rowOf(film)
      return isSo(row) && row
    },
    { what },
  )
const checked = (film: HandedIn) =>
  rowOnce(film, 'a verdict', ({ qualityStatus }) => qualityStatus !== 'pending')
const previewed = (film: HandedIn) =>
  rowOnce(film, 'the end of the preview', ({ previewStatus }) => previewStatus !== 'pending')
const modelled = (film: HandedIn, status: string) =>
  rowOnce(film, `a model that is ${status}`, ({ reconstructionStatus }) => reconstructionStatus === status)
const stored = (key: string) => fixture.ctx.storage.withLocal(key, async (path) => readFileSync(path))
/** Runs the command that an operator would run. */
function retryModel(submissionId: string) {
  const main = join(import.meta.dirname, '../cli/retry-model.ts')
  const env = { PATH: process.env.PATH, DATABASE_URL: fixture.database.url } as unknown as NodeJS.ProcessEnv
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
    const args = ['--conditions=react-server', main, submissionId]
    const child = execFile(process.execPath, args, { env, cwd: fixture.folder }, (_, stdout, stderr) =>
      done({ status: child.exitCode, stdout, stderr }),
    )
  })
}
const eventsOf = async ({ submissionId }: HandedIn) => {
  const isOfFilm = eq(event.subjectId, submissionId)
  return (await fixture.ctx.db.select().from(event).where(isOfFilm).orderBy(asc(event.id))).map(
    ({ name }) => name,
  )
}

describe('a good film', () => {
  let film: HandedIn
  beforeAll(async () => {
    film = await fixture.handIn('qc/good.mp4')
  })

  test('passes, is stored byte for byte, and gets a clip and a poster', async () => {
    const row = await previewed(film)
    expect(row).toMatchObject({ qualityStatus: 'pass', previewStatus: 'ready', reconstructionStatus: 'none' })
    expect(row.quality).toMatchObject({ reasons: [], figures: { width: 1280, height: 720 } })
    const original = await stored(row.file.originalKey!)
    expect(createHash('sha256').update(original).digest('hex')).toBe(film.sha256)
    expect((await stored(row.previewKey!)).subarray(4, 8).toString()).toBe('ftyp')
    expect((await stored(row.posterKey!)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(await eventsOf(film)).toEqual(['inspected', 'preview_ready'])
  })

  test('charges its wallet for the CPU time of its check and its preview', async () => {
    const { contributor } = await fixture.rowOf(film)
    const used = () => fixture.ctx.sql<{ seconds: number }[]>`
      select extract(epoch from spent_until - clock_timestamp())::float8 as seconds
      from wallet_budget where wallet = ${contributor} and budget = 'cpu'`
    await until(
      async () => {
        const [row] = await used()
        // A second of the 3,600 of a day is 24 seconds of it.
        return row !== undefined && row.seconds / 24 > 0.1
      },
      { what: 'the charge' },
    )
  })

  test('leaves neither a staged file nor a work folder behind', async () => {
    await until(() => readdirSync(join(fixture.folder, 'uploads')).length === 0, { what: 'no staged file' })
    await until(() => readdirSync(join(fixture.folder, 'work')).length === 0, { what: 'no work folder' })
  })

  test('and its model, once it is accepted, with its progress; both are anchored once it is paid', async () => {
    await fixture.accept(film)
    const row = await modelled(film, 'ready')
    expect((await stored(row.modelGlbKey!)).subarray(0, 4).toString()).toBe('glTF')
    expect((await stored(row.modelZipKey!)).subarray(0, 2).toString()).toBe('PK')
    expect(await stored(row.modelSplatsKey!)).toEqual(smallSplats())
    expect(row).toMatchObject({ reconstructionStage: null, reconstructionPercent: null })
    expect(await fixture.ctx.db.select().from(capture)).toEqual([])

    await fixture.release(film)
    await until(async () => (await fixture.ctx.db.$count(capture)) === 2, { what: 'two leaves to be' })
    const rows = await fixture.ctx.db.select().from(capture)
    const ofFilm = rows.find(({ madeFrom }) => madeFrom === null)!
    const ofModel = rows.find(({ madeFrom }) => madeFrom !== null)!
    expect(toHex(ofFilm.sha256)).toBe(`0x${film.sha256}`)
    expect(ofFilm).toMatchObject({ mediaType: 'video/mp4', byteLength: row.file.byteLength })
    expect(ofModel).toMatchObject({ madeFrom: ofFilm.sha256, sha256: row.manifestSha256 })
    expect(ofModel).toMatchObject({ cell: ofFilm.cell, capturedAt: ofFilm.capturedAt })
    expect(ofModel.salt).not.toEqual(ofFilm.salt)
  })
})

describe('a file that is no film, or a hostile one', () => {
  const fails = async (name: string) => {
    // An upload has at least one byte.
    const film = await fixture.handIn(name === 'hostile/empty.mp4' ? Buffer.from('\0') : name)
    const row = await checked(film)
    expect(row).toMatchObject({ qualityStatus: 'fail', previewStatus: 'failed', previewKey: null })
    expect(row.quality!.reasons[0]!.text.length).toBeGreaterThan(20)
    expect(
      createHash('sha256')
        .update(await stored(row.file.originalKey!))
        .digest('hex'),
    ).toBe(film.sha256)
  }

  const title = '%s fails with a reason, has no preview, and stays stored for its owner'
  test.each(['hostile/hls_local.mp4', 'hostile/random.mp4'])(title, fails)
  test.each(['hostile/huge_16000x8000.mp4', 'hostile/empty.mp4'])(title, { tags: 'thorough' }, fails)
})

describe('a model', () => {
  /** The film is random bytes, so its check ends at once and its model is next. */
  const acceptOne = async (mode: 'refuse' | 'break' | 'hang') => {
    fixture.engineWill(mode)
    const film = await fixture.handIn(randomBytes(2_000))
    await checked(film)
    await fixture.accept(film)
    return film
  }

  test('that the film cannot give is failed with the engine’s reason, once; an operator can have it made again', {
    tags: 'thorough',
  }, async () => {
    const film = await acceptOne('refuse')
    const row = await modelled(film, 'failed')
    expect(row.reconstructionReason).toBe('The camera turned on the spot.')
    expect(row).toMatchObject({ reconstructionStage: null, reconstructionPercent: null })
    expect((await eventsOf(film)).filter((name) => name === 'model_started')).toHaveLength(1)

    fixture.engineWill('work')
    const { status, stdout } = await retryModel(film.submissionId)
    expect([status, stdout]).toEqual([0, 'The model is queued again.\n'])
    expect((await modelled(film, 'ready')).reconstructionReason).toBeNull()
    const again = await retryModel(film.submissionId)
    expect(again).toMatchObject({
      status: 1,
      stderr: 'Its model is ready: only a failed one is queued again.\n',
    })
  })

  test('on which the engine fails twice is marked as failed, with the true reason', {
    tags: 'thorough',
  }, async () => {
    const film = await acceptOne('break')
    const row = await modelled(film, 'failed')
    expect(row.reconstructionReason).toMatch(
      /^The program that makes models failed in the stage "frames", with exit code 3\. That says nothing about the film/,
    )
    expect((await eventsOf(film)).filter((name) => name === 'model_started')).toHaveLength(2)
  })

  test('shows its stage while it is made, and is dropped if the money is refunded meanwhile', {
    tags: 'thorough',
  }, async () => {
    const film = await acceptOne('hang')
    const row = await until(
      async () => {
        const now = await fixture.rowOf(film)
        return now.reconstructionStage !== null && now
      },
      { what: 'a stage' },
    )
    expect(row).toMatchObject({
      reconstructionStatus: 'running',
      reconstructionStage: 'frames',
      reconstructionPercent: 50,
    })
    await fixture.refund(film)
    // Simulates a worker that died. The next attempt reads the bounty first.
    await fixture.ctx.sql`
      update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
      where name = 'reconstruct' and singleton_key = ${film.submissionId}`
    await notifyWorkers(fixture.ctx.db)
    expect((await modelled(film, 'none')).modelGlbKey).toBeNull()
  })

  test('is queued again if the queue has no job for it', { tags: 'thorough' }, async () => {
    const film = await acceptOne('hang')
    await until(async () => (await fixture.rowOf(film)).reconstructionStatus === 'running', {
      what: 'it runs',
    })
    const askedAgain = () => fixture.ctx.sql`
      select from pgboss.job where name = 'reconstruct' and singleton_key = ${film.submissionId}`
    await fixture.ctx.sql`delete from pgboss.job where singleton_key = ${film.submissionId}`
    await until(async () => (await askedAgain()).length === 1, { what: 'another job' })
    fixture.engineWill('work')
    await modelled(film, 'ready')
    expect((await eventsOf(film)).filter((name) => name === 'model_ready')).toHaveLength(1)
  })

  test('is made in one attempt though the database cuts the queue’s connections meanwhile', {
    tags: 'thorough',
  }, async () => {
    const film = await acceptOne('hang')
    await until(async () => (await fixture.rowOf(film)).reconstructionStage !== null, { what: 'it runs' })
    const { sql } = fixture.database
    const isQueue = sql`datname = current_database() and application_name = 'cairn jobs'`
    for (let round = 0; round < 3; round++) {
      const cut = await sql<{ pid: number }[]>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity where ${isQueue}`
      expect(cut.length).toBeGreaterThan(0)
      // A process that was told to end is listed until it has ended.
      const ended = cut.map(({ pid }) => pid)
      await until(
        async () =>
          (await sql`select from pg_stat_activity where ${isQueue} and pid <> all(${ended})`).length > 0,
        { what: 'the queue is back' },
      )
    }
    fixture.engineWill('work')
    await modelled(film, 'ready')
    expect((await eventsOf(film)).filter((name) => name === 'model_started')).toHaveLength(1)
  })

  test('uses no slot of forecasts, and no forecast is made while another engine is configured', async () => {
    const accepted = await acceptOne('hang')
    const film = await fixture.handIn(randomBytes(2_000))
    await checked(film)
    await fixture.ctx.db.transaction(async (tx) => {
      await tx
        .update(submission)
        .set({ forecastStatus: 'pending' })
        .where(eq(submission.submissionId, film.submissionId))
      await queueJob({ tx, name: 'forecast', submissionId: film.submissionId })
    })
    await until(async () => (await fixture.rowOf(film)).forecastStatus === 'none', {
      what: 'its job is done',
    })
    expect((await fixture.rowOf(film)).forecast).toBeNull()
    fixture.engineWill('work')
    await modelled(accepted, 'ready')
  })

  test('takes no slot of checks and previews: films that are handed in later are shown before its end', async () => {
    const film = await acceptOne('hang')
    await until(async () => (await fixture.rowOf(film)).reconstructionStage !== null, { what: 'it runs' })
    const next = await fixture.handIn(anotherFileOf('qc/p240.mp4'))
    expect(await previewed(next)).toMatchObject({ previewStatus: 'ready' })
    expect((await fixture.rowOf(film)).reconstructionStatus).toBe('running')
    fixture.engineWill('work')
    await modelled(film, 'ready')
  })
})

describe('an accepted film', () => {
  test('is a capture once, with five workers delivering at once', async () => {
    const films = [await fixture.handIn(randomBytes(2_000)), await fixture.handIn(randomBytes(2_000))]
    for (const film of films) {
      await fixture.accept(film)
      await fixture.release(film)
    }
    await Promise.all([1, 2, 3, 4, 5].map(() => deliverCaptures({ ctx: fixture.ctx })))
    for (const film of films) {
      await until(async () => (await fixture.rowOf(film)).file.deliveredAt !== null, { what: 'delivered' })
      expect((await eventsOf(film)).filter((name) => name === 'delivered')).toHaveLength(1)
    }
    const hashes = (await fixture.ctx.db.select().from(capture)).map(({ sha256 }) => toHex(sha256).slice(2))
    for (const { sha256 } of films) expect(hashes.filter((hash) => hash === sha256)).toHaveLength(1)
  })

  test('whose money went back gets no model, and is no capture', async () => {
    const film = await fixture.handIn(randomBytes(2_000))
    await fixture.accept(film)
    await fixture.refund(film)
    const row = await modelled(film, 'none')
    expect(row.modelGlbKey).toBeNull()
    expect(row.file.deliveredAt).toBeNull()
  })
})

describe('a film that was handed in before', () => {
  const contributor = `0x${'c1'.repeat(20)}`
  const again = (options: Parameters<MediaFixture['handIn']>[1]) =>
    fixture.handIn(anotherFileOf('qc/dark.mp4'), options)
  const codes = async (film: HandedIn) => (await checked(film)).quality!.reasons.map(({ code }) => code)
  let bountyId: string
  let first: HandedIn
  beforeAll(async () => {
    bountyId = await fixture.openBounty()
    first = await again({ bountyId, contributor })
    // Films of different wallets are checked in turn, and one is compared with those that were checked.
    await checked(first)
  })

  // First, because later tests add films of other contributors, which it could be mistaken for.
  test('fails for another bounty, and gets a warning for its own', { tags: 'thorough' }, async () => {
    const own = await again({ bountyId, contributor })
    const elsewhere = await again({ contributor })
    expect(await codes(own)).not.toContain('duplicate')
    expect(await codes(elsewhere)).toContain('duplicate')
    const good = () => fixture.handIn(anotherFileOf('qc/pan_only_no_parallax.mp4'), { bountyId, contributor })
    const warnings = async () => (await checked(await good())).quality!.warnings.map(({ code }) => code)
    expect([await warnings(), await warnings()]).toEqual([['short'], ['short', 'repeated']])
  })

  test('fails for another contributor', async () => {
    const stranger = await again({ bountyId })
    expect(await codes(stranger)).toContain('duplicate')
    const found = (await checked(stranger)).quality!.reasons.find(({ code }) => code === 'duplicate')
    expect(found!.earlier).toMatch(/^sub_/)
    expect(await codes(first)).not.toContain('duplicate')
  })
})

test('a steady stream of films does not delay a model', {
  tags: 'thorough',
}, async () => {
  const busy = await openMediaFixture({ MEDIA_JOBS: '1' })
  const bountyId = await busy.openBounty()
  const film = await busy.handIn(randomBytes(2_000))
  for (let count = 0; count < 24; count++) await busy.handIn(randomBytes(2_000), { bountyId })
  await busy.accept(film)
  const stopBusy = await startWorker(busy)
  const events = async () =>
    (
      await busy.ctx.db.select().from(event).where(eq(event.subject, 'submission')).orderBy(asc(event.id))
    ).map(({ name }) => name)
  await until(async () => (await events()).length === 25 + 2, {
    what: 'everything is done',
  })
  expect((await events()).indexOf('model_started')).toBeLessThan(20)
  await stopBusy()
  await busy.close()
})

test('a worker that makes no models leaves them to others, and one that makes only models leaves checks', {
  tags: 'thorough',
}, async () => {
  const apart = await openMediaFixture()
  const film = await apart.handIn(randomBytes(2_000))
  const workerWith = (jobs: number, modelJobs: number) => {
    const media = { ...apart.ctx.env.media, jobs, modelJobs }
    return startWorker({ ...apart, ctx: { ...apart.ctx, env: { ...apart.ctx.env, media } } })
  }
  const statusOf = async () => {
    const { qualityStatus, reconstructionStatus } = await apart.rowOf(film)
    return [qualityStatus, reconstructionStatus]
  }
  await apart.accept(film)
  const stopModels = await workerWith(0, 1)
  await until(async () => (await statusOf())[1] === 'ready', { what: 'the model' })
  expect(await statusOf()).toEqual(['pending', 'ready'])
  await stopModels()
  const second = await apart.handIn(randomBytes(2_000))
  await apart.accept(second)
  const stopChecks = await workerWith(1, 0)
  const rowOfSecond = () => apart.rowOf(second)
  await until(async () => (await rowOfSecond()).qualityStatus !== 'pending', { what: 'the check' })
  expect((await rowOfSecond()).reconstructionStatus).toBe('queued')
  await stopChecks()
  await apart.close()
})
