import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isNotStored } from '#lib/adapters/storage/storage'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import { deleteOriginals } from '#lib/services/media/delete-originals'
import { loadFilm } from '#lib/services/media/load-film'
import { storeOriginal } from '#lib/services/media/original'
import { resolveMissingJobs } from '#lib/services/media/resolve-missing-jobs'
import { type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'

let fixture: MediaFixture
beforeAll(async () => {
  fixture = await openMediaFixture({ ORIGINALS_DAYS: '10' })
})
afterAll(() => fixture?.close())
beforeEach(() => later(0))

const later = async (days: number) => {
  await fixture.ctx.sql`update service_clock set offset_seconds = ${days * 86_400}`
  await fixture.ctx.clock.refresh()
}
/** A submitted and stored film with a verdict and no active job. */
const stored = async (bountyId: string): Promise<HandedIn> => {
  const film = await fixture.handIn(randomBytes(500), { bountyId })
  await storeOriginal(fixture.ctx, await loadFilm(fixture.ctx, film.submissionId))
  await idle(film)
  return film
}
const idle = ({ submissionId }: HandedIn) => fixture.ctx.sql`
  with done as (delete from pgboss.job where singleton_key = ${submissionId})
  update submission set quality_status = 'fail', preview_status = 'failed' where submission_id = ${submissionId}`
const keyOf = async (film: HandedIn) => (await fixture.rowOf(film)).file.originalKey!
const isStored = (key: string) =>
  fixture.ctx.storage
    .withLocal(key, async () => true)
    .catch((error: unknown) => {
      if (isNotStored(error)) return false
      throw error
    })
const run = (ctx = fixture.ctx) => deleteOriginals({ ctx })

test('ten days after the end of a bounty, its films are deleted except the accepted one', async () => {
  const bountyId = await fixture.openBounty()
  const [chosen, other, staged] = [
    await stored(bountyId),
    await stored(bountyId),
    await fixture.handIn(randomBytes(500), { bountyId }),
  ]
  await idle(staged)
  const keys = { chosen: await keyOf(chosen), other: await keyOf(other) }
  await later(100)
  expect(await run()).toEqual({ deleted: 0 })
  await later(0)
  await fixture.accept(chosen)
  await later(100)
  expect(await run()).toEqual({ deleted: 0 })
  await later(0)
  await fixture.release(chosen)
  await later(9.9)
  expect(await run()).toEqual({ deleted: 0 })

  await later(10.1)
  expect(await run()).toEqual({ deleted: 2 })
  expect([await isStored(keys.chosen), await isStored(keys.other)]).toEqual([true, false])
  expect(existsSync(stagedPath(fixture.folder, staged.uploadId))).toBe(false)
  for (const film of [other, staged]) {
    const { file, ...submission } = await fixture.rowOf(film)
    expect(file).toMatchObject({ originalKey: null, originalDeletedAt: expect.any(Date) })
    expect(Buffer.from(file.sha256).toString('hex')).toBe(film.sha256)
    expect(submission.qualityStatus).toBe('fail')
  }
  expect((await fixture.rowOf(chosen)).file).toMatchObject({
    originalKey: keys.chosen,
    originalDeletedAt: null,
  })
  expect(await run()).toEqual({ deleted: 0 })
  // The next call does not read these films again.
  await resolveMissingJobs({ ctx: fixture.ctx })
  expect(await fixture.ctx.sql`select from pgboss.job where singleton_key = ${staged.submissionId}`).toEqual(
    [],
  )
})

test('a film that was accepted too late and refunded is retained, and one that a job reads is deleted after the job', async () => {
  const bountyId = await fixture.openBounty()
  const [chosen, other] = [await stored(bountyId), await stored(bountyId)]
  await fixture.accept(chosen)
  await fixture.refund(chosen)
  await later(11)
  await fixture.ctx.sql`
    insert into pgboss.job (name, data, singleton_key, state)
    values ('preview', '{}', ${other.submissionId}, 'active')`
  expect(await run()).toEqual({ deleted: 0 })
  await fixture.ctx.sql`delete from pgboss.job where singleton_key = ${other.submissionId}`
  expect(await run()).toEqual({ deleted: 1 })
  expect((await fixture.rowOf(chosen)).file.originalDeletedAt).toBeNull()
})

test('a deletion that was interrupted at any point is completed by the next call', async () => {
  const bountyId = await fixture.openBounty()
  const [chosen, other] = [await stored(bountyId), await stored(bountyId)]
  const key = await keyOf(other)
  await fixture.accept(chosen)
  await fixture.release(chosen)
  await later(11)
  const { storage } = fixture.ctx
  const away = { ...fixture.ctx, storage: { ...storage, remove: () => Promise.reject(new Error('away')) } }
  await expect(run(away)).rejects.toThrow('away')
  expect(await isStored(key)).toBe(true)
  const dying = {
    ...fixture.ctx,
    storage: {
      ...storage,
      remove: async (which: string) => {
        await storage.remove(which)
        throw new Error('died')
      },
    },
  }
  await expect(run(dying)).rejects.toThrow('died')
  expect(await isStored(key)).toBe(false)
  expect(await run()).toEqual({ deleted: 1 })
  expect((await fixture.rowOf(other)).file.originalKey).toBeNull()
})

test('the database refuses a deletion of an accepted film, or before the bounty has ended', async () => {
  const bountyId = await fixture.openBounty()
  const [chosen, other] = [await stored(bountyId), await stored(bountyId)]
  const markAnyway = ({ submissionId }: HandedIn) => fixture.ctx.sql`
    update submission_file set original_deleted_at = now() where submission_id = ${submissionId}`
  for (const film of [chosen, other]) await expect(markAnyway(film)).rejects.toThrow(/may still be needed/)
  await fixture.accept(chosen)
  await fixture.release(chosen)
  await expect(markAnyway(chosen)).rejects.toThrow(/may still be needed/)
  await markAnyway(other)
  await expect(
    fixture.ctx
      .sql`update submission_file set original_deleted_at = null where submission_id = ${other.submissionId}`,
  ).rejects.toThrow(/was already deleted/)
})
