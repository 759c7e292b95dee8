// @module-tag thorough
// needs: ffmpeg ffprobe tmpfs-mounts

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event } from '#db/schema/service'
import { openJobs } from '#lib/adapters/jobs'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import type { JobName } from '#lib/domain/film/job-names'
import { mediaSteps } from '#lib/worker/media-steps'
import { runWorker } from '#lib/worker/run-worker'
import { anotherFileOf, type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'
import { until } from '#testing/until'

// A full disk: films, previews and models are on a file system of their own, which the test fills.

/** An original is only stored while a gigabyte stays free. Memory is used for what is written. */
const size = '2g'

let volume: string
let fixture: MediaFixture
let stop: () => Promise<void>
beforeAll(async () => {
  volume = mkdtempSync(join(tmpdir(), 'cairn-media-volume-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', volume)
  fixture = await openMediaFixture({ MEDIA_DIR: volume, LOG_LEVEL: 'silent' })
  const { ctx } = fixture
  const jobs = await openJobs(ctx)
  const stopping = new AbortController()
  const running = runWorker({ ctx, signal: stopping.signal, steps: mediaSteps(ctx, jobs) })
  stop = async () => {
    stopping.abort()
    await running
    await jobs.stop()
  }
})
afterAll(async () => {
  await stop?.()
  await fixture?.close()
  run('umount', volume)
  rmSync(volume, { recursive: true, force: true })
})

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

/** With the size that is in use nothing more can be written. */
function fill(): void {
  const { blocks, bfree, bsize } = statfsSync(volume)
  run('mount', '-o', `remount,size=${(blocks - bfree) * bsize}`, volume)
}
const free = () => run('mount', '-o', `remount,size=${size}`, volume)

/** Waits until an attempt at the job has failed because the disk is full. */
const failedForSpace = (name: JobName, { submissionId }: HandedIn) =>
  until(
    async () => {
      const [job] = await fixture.ctx.sql<{ state: string; output: { message?: string } | null }[]>`
        select state::text, output from pgboss.job where name = ${name} and singleton_key = ${submissionId}
        order by created_on desc limit 1`
      return (
        job?.state === 'retry' &&
        /not enough disk space|no space left|ENOSPC/i.test(job.output?.message ?? '') &&
        job
      )
    },
    { what: `${name} says that there is no space` },
  )
const become = (
  film: HandedIn,
  what: string,
  is: (row: Awaited<ReturnType<MediaFixture['rowOf']>>) => boolean,
) =>
  until(
    async () => {
      const row = await fixture.rowOf(film)
      return is(row) && row
    },
    { what },
  )
const eventsOf = async ({ submissionId }: HandedIn) =>
  (
    await fixture.ctx.db.select().from(event).where(eq(event.subjectId, submissionId)).orderBy(asc(event.id))
  ).map(({ name }) => name)

/** Jobs of this name are queued for later, until `begin`. */
async function hold(name: JobName): Promise<void> {
  await fixture.ctx.sql.unsafe(`
    create function hold_${name}() returns trigger language plpgsql as $$
      begin new.start_after = now() + interval '1 hour'; return new; end $$;
    create trigger hold_${name} before insert on pgboss.job_common for each row when (new.name = '${name}' and new.state = 'created')
      execute function hold_${name}()`)
}
async function begin(name: JobName): Promise<void> {
  await fixture.ctx.sql`update pgboss.job set start_after = now() where name = ${name}`
  await notifyWorkers(fixture.ctx.db)
}

test('on a full disk checks, previews and models are tried again and say why; with space again each is done once, and the film is delivered whole', {
  timeout: 360_000,
}, async () => {
  const bytes = anotherFileOf('synth/synth_orbit_720p.mp4')
  await hold('preview')
  const film = await fixture.handIn(bytes)
  fill()
  await failedForSpace('inspect', film)
  expect(await fixture.rowOf(film)).toMatchObject({ qualityStatus: 'pending', file: { originalKey: null } })
  free()
  const { qualityStatus } = await become(film, 'a verdict', (row) => row.qualityStatus !== 'pending')
  expect(qualityStatus).toBe('pass')

  fill()
  await begin('preview')
  await failedForSpace('preview', film)
  free()
  const { previewStatus } = await become(film, 'a preview', (row) => row.previewStatus !== 'pending')
  expect(previewStatus).toBe('ready')

  fill()
  await fixture.accept(film)
  await failedForSpace('reconstruct', film)
  await fixture.release(film)
  await become(film, 'delivered while the disk is full', ({ file }) => file.deliveredAt !== null)
  free()
  const { file } = await become(film, 'a model', (row) => row.reconstructionStatus === 'ready')
  const original = await fixture.ctx.storage.withLocal(file.originalKey!, async (path) => readFileSync(path))
  expect(original.equals(bytes)).toBe(true)
  const happened = await eventsOf(film)
  for (const once of ['delivered', 'model_ready'])
    expect(happened.filter((name) => name === once)).toHaveLength(1)
})
