import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NotStored } from '#lib/adapters/storage/storage'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import type { JobName } from '#lib/domain/film/job-names'
import { resolveMissingJobs } from '#lib/services/media/resolve-missing-jobs'
import { runInspect } from '#lib/services/media/run-inspect'
import { type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'

let fixture: MediaFixture
beforeAll(async () => {
  fixture = await openMediaFixture()
})
afterAll(() => fixture.close())

const never = new AbortController().signal
const inspect = ({ submissionId }: HandedIn, ctx = fixture.ctx) =>
  runInspect({ ctx, input: { submissionId }, signal: never })
const end = () => resolveMissingJobs({ ctx: fixture.ctx })
const jobs = async (name: JobName, { submissionId }: HandedIn) =>
  (
    await fixture.ctx.sql<{ state: string }[]>`
      select state::text from pgboss.job where name = ${name} and singleton_key = ${submissionId} order by created_on`
  ).map(({ state }) => state)
/** The job in the state after its last attempt. */
const exhaust = (name: JobName, { submissionId }: HandedIn, secondsAgo = 0) =>
  fixture.ctx.sql`
    update pgboss.job set state = 'failed', completed_on = now() - make_interval(secs => ${secondsAgo})
    where name = ${name} and singleton_key = ${submissionId}`

test('a film that could not be checked says that this is our problem, until a later check replaces the verdict', async () => {
  const film = await fixture.handIn('qc/one_second.mp4')
  await exhaust('inspect', film)
  await Promise.all([end(), end(), end()])
  const row = await fixture.rowOf(film)
  expect(row).toMatchObject({ qualityStatus: 'fail', previewStatus: 'pending' })
  expect(row.quality!.reasons).toEqual([
    {
      code: 'not_checked',
      advice: expect.any(String),
      text: expect.stringMatching(/problem on our side, not with the film/),
    },
  ])
  expect(await jobs('preview', film)).toEqual(['created'])
  expect(existsSync(stagedPath(fixture.folder, film.uploadId))).toBe(true)

  await inspect(film)
  const after = await fixture.rowOf(film)
  expect(after.quality!.reasons.map(({ code }) => code)).toEqual(['too_short'])
  expect(after.file.originalKey).not.toBeNull()
  // A verdict on the film itself does not change.
  await inspect(film)
  expect((await fixture.rowOf(film)).quality).toEqual(after.quality)
})

test('an original that could not be stored is tried again after an hour, and stays staged until then', async () => {
  const film = await fixture.handIn(randomBytes(3_000))
  const away = async () => {
    throw new Error('the store is away')
  }
  await expect(
    inspect(film, { ...fixture.ctx, storage: { ...fixture.ctx.storage, put: away } }),
  ).rejects.toThrow('the store is away')
  expect(await fixture.rowOf(film)).toMatchObject({ qualityStatus: 'pending', file: { originalKey: null } })
  await exhaust('inspect', film)
  await end()
  await end()
  expect(await jobs('inspect', film)).toEqual(['failed'])
  await exhaust('inspect', film, 3_601)
  await end()
  expect(await jobs('inspect', film)).toEqual(['failed', 'created'])
  await inspect(film)
  const row = await fixture.rowOf(film)
  expect(row.quality!.reasons.map(({ code }) => code)).toEqual(['not_a_film'])
  await fixture.ctx.storage.withLocal(row.file.originalKey!, async () => {})
  expect(existsSync(stagedPath(fixture.folder, film.uploadId))).toBe(false)
})

test('while many originals wait for a store, other missing jobs are found', async () => {
  const film = await fixture.handIn(randomBytes(3_000))
  const { sql } = fixture.ctx
  await sql`
    with refused as (select 'sub_0000refused' || lpad(n::text, 3, '0') as id from generate_series(1, 120) as n),
      uploads as (
        insert into upload (upload_id, owner, state, byte_length, sha256, expires_at)
        select id, '0x' || repeat('0', 40), 'submitted', 1, sha256(id::bytea), now() from refused returning upload_id
      ),
      submissions as (
        insert into submission (submission_id, bounty_id, contributor, quality_status, preview_status)
        select id, (select bounty_id from submission where submission_id = ${film.submissionId}),
          '0x' || repeat('0', 40), 'fail', 'failed' from refused returning submission_id
      )
    select count(*) from uploads, submissions`
  await sql`
    insert into submission_file (submission_id, upload_id, sha256, byte_length, cell, captured_at)
    select upload_id, upload_id, sha256, 1, 0, now() from upload where upload_id like 'sub_0000refused%'`
  await sql`
    insert into pgboss.job (name, singleton_key, state, completed_on)
    select 'inspect', upload_id, 'failed', now() from upload where upload_id like 'sub_0000refused%'`
  await sql`delete from pgboss.job where singleton_key = ${film.submissionId}`
  await sql`
    update submission set quality_status = 'fail', preview_status = 'failed', reconstruction_status = 'queued'
    where submission_id = ${film.submissionId}`
  await sql`update submission_file set original_key = 'originals/kept' where submission_id = ${film.submissionId}`
  await end()
  expect(await jobs('reconstruct', film)).toEqual(['created'])
})

test('a preview whose job ended without a result is marked as failed', async () => {
  const film = await fixture.handIn('qc/p240.mp4')
  await inspect(film)
  await exhaust('preview', film)
  await end()
  expect((await fixture.rowOf(film)).previewStatus).toBe('failed')
})

test('a job that waits, runs or is done is not changed; a missing one is queued', async () => {
  const film = await fixture.handIn(randomBytes(3_000))
  for (const state of ['created', 'retry', 'active']) {
    await fixture.ctx.sql`
      update pgboss.job set state = ${state}::pgboss.job_state where singleton_key = ${film.submissionId}`
    await end()
    expect(await jobs('inspect', film)).toEqual([state])
  }
  await fixture.ctx.sql`delete from pgboss.job where singleton_key = ${film.submissionId}`
  await Promise.all([end(), end()])
  expect(await jobs('inspect', film)).toEqual(['created'])
  await inspect(film)
  await fixture.ctx.sql`update pgboss.job set state = 'completed' where singleton_key = ${film.submissionId}`
  await end()
  expect(await jobs('inspect', film)).toEqual(['completed'])
})

test('a film missing from disk and store is an error, not a verdict', async () => {
  const film = await fixture.handIn(randomBytes(3_000))
  await inspect(film)
  const { file } = await fixture.rowOf(film)
  await fixture.ctx.storage.remove(file.originalKey!)
  await fixture.ctx
    .sql`update submission set quality_status = 'pending' where submission_id = ${film.submissionId}`
  await expect(inspect(film)).rejects.toThrow(NotStored)
  expect((await fixture.rowOf(film)).qualityStatus).toBe('pending')
})
