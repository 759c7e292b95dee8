// needs: ffmpeg ffprobe

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { event } from '#db/schema/service'
import { openJobs } from '#lib/adapters/jobs'
import type { JobName } from '#lib/domain/film/job-names'
import { retryReconstruction } from '#lib/services/media/retry-reconstruction'
import { mediaSteps } from '#lib/worker/media-steps'
import { runWorker } from '#lib/worker/run-worker'
import { compiledCode } from '#sandbox/compiled-code'
import {
  commandLineOf,
  type Descendant,
  descendantsOf,
  folderOf,
  isAlive,
  pauseIf,
} from '#testing/descendants'
import { anotherFileOf, type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'
import { until } from '#testing/until'

const main = join(import.meta.dirname, '../../testing/media-worker-main.ts')
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

function startWorker(fixture: MediaFixture): ChildProcess {
  // Two of any job run at once, on any number of cores.
  const jobLimits = { MEDIA_JOBS: '2', MODEL_JOBS: '2' }
  const settings = JSON.stringify({ ...fixture.settings, ...jobLimits, LOG_LEVEL: 'error' })
  const child = spawn(process.execPath, ['--conditions=react-server', main, settings], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', NODE_COMPILE_CACHE: compiledCode },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** The same worker in this process, which starts much faster. The returned function ends it as SIGTERM does. */
async function startHere({ ctx }: MediaFixture): Promise<() => Promise<void>> {
  const jobs = await openJobs(ctx)
  const stop = new AbortController()
  const ended = runWorker({ ctx, signal: stop.signal, steps: mediaSteps(ctx, jobs) }).finally(jobs.stop)
  return () => {
    stop.abort()
    return ended
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Pauses each program of these jobs as soon as it is seen, until every film has a paused one. */
function holdTools(worker: ChildProcess, { name, films }: { name: JobName; films: HandedIn[] }) {
  const own = { pid: worker.pid! }
  // The process first is a copy of the worker, and then the wrapper that confines the tool and ends it with its worker.
  const isTool = (one: Descendant) =>
    /^(ffmpeg|ffprobe|node.*)$/.test(one.name) && commandLineOf(one) !== commandLineOf(own)
  const hold = () => {
    const programs = descendantsOf(own.pid).filter(isTool)
    const perFilm = films.map(({ submissionId }) =>
      programs
        .filter((tool) => folderOf(tool)?.includes(`/${name}-${submissionId}-`))
        .flatMap((tool) => pauseIf(tool, isTool) ?? []),
    )
    return perFilm.every((tools) => tools.length > 0) && perFilm.flat()
  }
  return until(hold, { what: 'both jobs are in the middle' })
}

type Job = { state: string; retry_count: number }
async function jobOf({ ctx }: MediaFixture, name: JobName, film: HandedIn): Promise<Job | undefined> {
  const [job] = await ctx.sql<Job[]>`
    select state::text, retry_count from pgboss.job
    where name = ${name} and singleton_key = ${film.submissionId} order by created_on desc limit 1`
  return job
}

const eventsOf = async ({ ctx }: MediaFixture, { submissionId }: HandedIn) =>
  (await ctx.db.select().from(event).where(eq(event.subjectId, submissionId)).orderBy(asc(event.id))).map(
    ({ name }) => name,
  )

/** Measuring and showing it takes seconds, so a busy test process does not miss the programs that do it. */
const long = () => anotherFileOf('synth/synth_orbit_720p.mp4')

/** What comes before a job, and what it leaves. */
const cases = {
  inspect: {
    film: long,
    goOn: async () => {},
    isDone: (row: Row) => row.qualityStatus !== 'pending',
    end: { qualityStatus: 'pass', quality: { reasons: [] } },
    given: { qualityStatus: 'fail', quality: { reasons: [{ code: 'not_checked' }] } },
  },
  preview: {
    film: long,
    goOn: async () => {},
    isDone: (row: Row) => row.previewStatus === 'ready',
    end: { previewStatus: 'ready' },
    given: { previewStatus: 'failed', previewKey: null },
  },
  reconstruct: {
    // The test engine does not read the film.
    film: () => randomBytes(2_000),
    goOn: (fixture: MediaFixture, film: HandedIn) => fixture.accept(film),
    isDone: (row: Row) => row.reconstructionStatus === 'ready',
    end: { reconstructionStatus: 'ready', reconstructionReason: null },
    given: {
      reconstructionStatus: 'failed',
      reconstructionReason: expect.stringContaining('because the worker that made it ended'),
      modelGlbKey: null,
    },
  },
}
type Row = Awaited<ReturnType<MediaFixture['rowOf']>>

test.concurrent.each(['inspect', 'preview', 'reconstruct'] as const)(
  '%s: a worker killed in the middle leaves no process behind, and another does the job once; killed every time, it ends as failed',
  { tags: 'thorough', timeout: 360_000 },
  async (name) => {
    const fixture = await openMediaFixture()
    const { film: make, goOn, isDone, end: wanted, given } = cases[name]
    fixture.engineWill('hang')
    const films = await Promise.all([fixture.handIn(make()), fixture.handIn(make())])
    const [lucky, doomed] = films as [HandedIn, HandedIn]
    for (const film of films) await goOn(fixture, film)
    // The first attempt is the last.
    await fixture.ctx.sql`
      create function doom() returns trigger language plpgsql as $$ begin new.retry_limit = 0; return new; end $$`
    await fixture.ctx.sql.unsafe(
      `create trigger doom before insert on pgboss.job_common for each row
       when (new.name = '${name}' and new.singleton_key = '${doomed.submissionId}') execute function doom()`,
    )
    await fixture.ctx.sql`
      update pgboss.job set retry_limit = 0 where name = ${name} and singleton_key = ${doomed.submissionId}`

    const first = startWorker(fixture)
    const tools = await holdTools(first, { name, films })
    for (const film of films) expect((await jobOf(fixture, name, film))?.state).toBe('active')
    await end(first, 'SIGKILL')
    await until(() => tools.every((tool) => !isAlive(tool)), { what: 'its tools are gone' })
    fixture.engineWill('work')

    const second = startWorker(fixture)
    await until(async () => ((await jobOf(fixture, name, lucky))?.retry_count ?? 0) > 0, {
      what: 'the job is taken up again',
    })
    await until(async () => isDone(await fixture.rowOf(lucky)), { what: 'the job is done' })
    expect(await fixture.rowOf(lucky)).toMatchObject(wanted)
    await until(async () => (await jobOf(fixture, name, doomed))?.state === 'failed', {
      what: 'the other has failed',
    })
    await until(
      async () => (await eventsOf(fixture, doomed)).some((each) => /failed|not_checked/.test(each)),
      {
        what: 'the other says so',
      },
    )
    expect(await fixture.rowOf(doomed)).toMatchObject(given)

    if (name === 'reconstruct') {
      await fixture.ctx.sql.unsafe('drop trigger doom on pgboss.job_common')
      await retryReconstruction({ ctx: fixture.ctx, input: doomed })
      await until(async () => isDone(await fixture.rowOf(doomed)), { what: 'the model after all' })
    }
    await until(async () => (await fixture.rowOf(lucky)).previewStatus !== 'pending', {
      what: 'everything is done',
    })
    const events = await eventsOf(fixture, lucky)
    for (const once of ['inspected', 'preview_ready', 'model_ready'])
      expect(events.filter((each) => each === once).length).toBeLessThan(2)
    const leftovers = () =>
      readdirSync(join(fixture.folder, 'work')).filter((each) => each.includes(lucky.submissionId))
    await until(() => leftovers().length === 0, { what: 'nothing is left of the killed attempt' })
    await end(second, 'SIGTERM')
    await fixture.close()
  },
)

test('a model whose worker is killed continues after its finished stages in another worker, and its progress never goes back', {
  tags: 'thorough',
  timeout: 600_000,
}, async () => {
  const fixture = await openMediaFixture()
  fixture.engineWill('hang')
  const film = await fixture.handIn(randomBytes(2_000))
  await fixture.accept(film)
  const first = startWorker(fixture)
  await until(async () => (await fixture.rowOf(film)).reconstructionProgress !== null, {
    what: 'the engine runs',
    timeoutMs: 240_000,
  })
  const before = await fixture.rowOf(film)
  expect(before).toMatchObject({ reconstructionStage: 'frames', reconstructionStart: 0.03 })
  await end(first, 'SIGKILL')
  const second = startWorker(fixture)
  const resumed = await until(
    async () => {
      const row = await fixture.rowOf(film)
      expect(row.reconstructionProgress).toBeGreaterThanOrEqual(before.reconstructionProgress!)
      return row.reconstructionStart !== before.reconstructionStart && row
    },
    { what: 'the next attempt', timeoutMs: 240_000 },
  )
  expect(resumed).toMatchObject({ reconstructionProgress: 0.06, reconstructionStart: 0.06 })
  fixture.engineWill('work')
  await until(async () => (await fixture.rowOf(film)).reconstructionStatus === 'ready', {
    what: 'the model',
  })
  await until(() => readdirSync(join(fixture.folder, 'work')).length === 0, { what: 'no work folder' })
  await end(second, 'SIGTERM')
  await fixture.close()
})

test('a stopping worker returns its job to the queue: another takes it at once, and the attempt is not counted', async () => {
  const fixture = await openMediaFixture({ MEDIA_JOBS: '1' })
  fixture.engineWill('hang')
  const film = await fixture.handIn('hostile/text.mp4')
  await fixture.accept(film)
  const stopFirst = await startHere(fixture)
  const isOfFilm = (one: Descendant) => folderOf(one)?.includes(`/reconstruct-${film.submissionId}-`)
  const tools = await until(
    async () => {
      const below = descendantsOf(process.pid).filter(isOfFilm)
      return (await fixture.rowOf(film)).reconstructionStage === 'frames' && below.length > 0 && below
    },
    { what: 'the engine runs' },
  )
  await stopFirst()
  expect(tools.filter(isAlive)).toEqual([])
  expect(await jobOf(fixture, 'reconstruct', film)).toEqual({ state: 'created', retry_count: 0 })
  fixture.engineWill('work')
  const stopSecond = await startHere(fixture)
  await until(async () => (await fixture.rowOf(film)).reconstructionStatus === 'ready', {
    what: 'the model is ready',
  })
  await stopSecond()
  await fixture.close()
})
