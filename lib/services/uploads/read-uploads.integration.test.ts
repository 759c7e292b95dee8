import { rename } from 'node:fs/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import { readUploads } from '#lib/services/uploads/read-uploads'
import { readRefusal } from '#testing/read-refusal'
import {
  enter,
  folder,
  said,
  send,
  serveSubmissions,
  service,
  silentFilm,
  upload,
} from '#testing/submission-fixture'
import { until } from '#testing/until'

serveSubmissions()
let who: Awaited<ReturnType<typeof enter>>
let uploadId: string
beforeEach(async () => {
  who = await enter()
  uploadId = await upload(who, silentFilm())
  await service.ctx.sql`update upload set facts = null, reading_tries = 0 where upload_id = ${uploadId}`
})

const read = () => readUploads({ ctx: service.ctx })
const row = async () => {
  const [found] = await service.ctx.sql`
    select facts, reading_tries as tries, reading_until as until from upload where upload_id = ${uploadId}`
  return found!
}
/** The worker finds no file, as on a machine whose storage is unavailable. */
const loseStorage = () => rename(stagedPath(folder, uploadId), `${stagedPath(folder, uploadId)}.away`)
const restoreStorage = () => rename(`${stagedPath(folder, uploadId)}.away`, stagedPath(folder, uploadId))

/** The context of a worker to which something happens between taking an upload and reading it. */
function between(happen: () => Promise<unknown>) {
  const log = { ...service.ctx.log, error: () => {} }
  const db = new Proxy(service.ctx.db, {
    get: (target, name) => {
      if (name !== 'execute') return Reflect.get(target, name)
      return async (query: never) => {
        const taken = await target.execute(query)
        if (taken.length > 0) await happen()
        return taken
      }
    },
  })
  return { ...service.ctx, db, log } as typeof service.ctx
}

test('an upload is returned to the queue at once when its read fails, and the next try reads it', async () => {
  await loseStorage()
  expect(await read()).toBe(0)
  expect(await row()).toEqual({ facts: null, tries: 1, until: null })
  await restoreStorage()
  expect(await read()).toBe(1)
  expect((await send(who, { upload_id: uploadId, ...said })).status).toBe(201)
})

test('after five failed tries the submission is refused, and the upload is not read again', async () => {
  await loseStorage()
  for (let tries = 1; tries < 5; tries++) expect([await read(), (await row()).facts]).toEqual([0, null])
  expect(await read()).toBe(1)
  expect(await row()).toEqual({ facts: { refused: 'unreadable' }, tries: 5, until: null })
  await restoreStorage()
  expect(await read()).toBe(0)
  const answer = await send(who, { upload_id: uploadId, ...said })
  expect(await answer.clone().text()).toContain('could not be read')
  expect(await readRefusal(answer)).toEqual([400, 'invalid_request', 'upload_id'])
})

test('the try of a killed worker counts when its lease has expired', async () => {
  await service.ctx.sql`
    update upload set reading_tries = 5, reading_until = clock_timestamp() + interval '1 minute'
    where upload_id = ${uploadId}`
  expect(await read()).toBe(0)
  await service.ctx.sql`
    update upload set reading_until = clock_timestamp() - interval '1 second' where upload_id = ${uploadId}`
  expect(await read()).toBe(1)
  expect((await row()).facts).toEqual({ refused: 'unreadable' })
})

test('a worker that is asked to stop does not use up a try', async () => {
  await loseStorage()
  const stop = new AbortController()
  expect(await readUploads({ ctx: between(async () => stop.abort()), signal: stop.signal })).toBe(0)
  expect(await row()).toEqual({ facts: null, tries: 0, until: null })
  await restoreStorage()
  expect(await read()).toBe(1)
})

test('a worker renews its lease while it reads, so nobody else reads the upload meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: hasRead, resolve: nowHasRead } = Promise.withResolvers<void>()
  // The worker has read the film, and its result is held back.
  const db = new Proxy(service.ctx.db, {
    get: (target, name) => {
      if (name !== 'update') return Reflect.get(target, name)
      return (table: never) => ({
        set: (values: Record<string, unknown>) => {
          const update = target.update(table).set(values as never)
          if (!('facts' in values)) return update
          return {
            where: async (condition: never) => {
              nowHasRead()
              await held
              await update.where(condition)
            },
          }
        },
      })
    },
  })
  try {
    const reading = readUploads({ ctx: { ...service.ctx, db } as never })
    await Promise.race([hasRead, reading])
    await service.ctx.sql`
      update upload set reading_until = clock_timestamp() - interval '1 second' where upload_id = ${uploadId}`
    vi.advanceTimersByTime(30_000)
    const isRenewed = async () => {
      const [found] = await service.ctx.sql`
        select reading_until > clock_timestamp() as "isRenewed" from upload where upload_id = ${uploadId}`
      return found!.isRenewed
    }
    await until(isRenewed, { what: 'the lease is renewed' })
    expect(await read()).toBe(0)
    release()
    expect(await reading).toBe(1)
  } finally {
    vi.useRealTimers()
  }
  expect(await row()).toMatchObject({ tries: 1, until: null, facts: { mediaType: 'video/mp4' } })
})

test.each([
  ['a', 0],
  ['the last', 4],
])('%s failed try changes nothing of an upload that another worker has taken over', async (_, before) => {
  await loseStorage()
  await service.ctx.sql`update upload set reading_tries = ${before} where upload_id = ${uploadId}`
  const takeOver = () => service.ctx.sql`
    update upload set reading_tries = reading_tries + 1, reading_until = clock_timestamp() + interval '1 minute'
    where upload_id = ${uploadId}`
  await readUploads({ ctx: between(takeOver) })
  expect(await row()).toEqual({ facts: null, tries: before + 2, until: expect.anything() })
  await restoreStorage()
  await service.ctx.sql`
    update upload set reading_tries = 0, reading_until = null where upload_id = ${uploadId}`
  expect(await read()).toBe(1)
})

test('a reader of small films leaves larger ones to another reader', async () => {
  const [film] = await service.ctx.sql`select byte_length as bytes from upload where upload_id = ${uploadId}`
  const maxBytes = Number(film!.bytes)
  expect(await readUploads({ ctx: service.ctx, maxBytes: maxBytes - 1 })).toBe(0)
  expect(await row()).toEqual({ facts: null, tries: 0, until: null })
  expect(await readUploads({ ctx: service.ctx, maxBytes })).toBe(1)
})

test('while no worker reads the upload, the response says when to try again', async () => {
  // Makes seconds appear as minutes.
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() * 60)
  const answer = await send(who, { upload_id: uploadId, ...said })
  clock.mockRestore()
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await readRefusal(answer)).toEqual([503, 'unavailable', 'upload_id'])
})
