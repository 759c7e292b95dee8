import { randomBytes } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { origin } from '#testing/unchained-settings'
import { until } from '#testing/until'
import { uploadUntil, uploadWith } from '#testing/upload-client'
import {
  begin,
  enter,
  folder,
  optionsOf,
  patch,
  path,
  readUploadRefusal,
  restartService,
  rowOf,
  send,
  serveUploads,
  service,
  sha256,
  statesOf,
  tus,
} from '#testing/upload-fixture'

serveUploads()

describe('a film', () => {
  test('is uploaded by the stock client, and its hash is that of its bytes', async () => {
    const who = await enter()
    const film = randomBytes(1_234_567)
    const { uploadId } = await uploadWith(film, {
      ...optionsOf(who),
      metadata: { filename: 'Grandmother’s garden.mp4', filetype: 'video/mp4' },
    })
    const row = await rowOf(uploadId)
    expect(row).toMatchObject({ state: 'received', owner: who.wallet.address.toLowerCase() })
    expect(Buffer.from(row.sha256!).toString('hex')).toBe(sha256(film))
    expect(sha256(await readFile(join(folder, 'uploads', uploadId)))).toBe(sha256(film))
    // File names are not stored anywhere.
    expect((await readdir(join(folder, 'uploads'))).filter((name) => name.startsWith(uploadId))).toEqual([
      uploadId,
    ])
    const told = await send('HEAD', `/${uploadId}`, who.bearer)
    expect(told.headers.get('upload-metadata')).toBeNull()
    expect(told.headers.get('upload-offset')).toBe(String(film.length))
  })

  test('is found with any query in its URL', async () => {
    const who = await enter()
    const at = await begin(who, 1_000)
    await patch(who, at, 0, randomBytes(10))
    const answer = await send('HEAD', `${at}?x=%`, who.bearer)
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([200, '10'])
  })

  test('can come with the request that begins it', async () => {
    const who = await enter()
    const film = randomBytes(50_000)
    const { uploadId } = await uploadWith(film, { ...optionsOf(who), uploadDataDuringCreation: true })
    expect(Buffer.from((await rowOf(uploadId)).sha256!).toString('hex')).toBe(sha256(film))
  })

  test('that breaks off with the request that begins it is forgotten: nobody was told where it is', async () => {
    const who = await enter()
    const broken = fetch(service.url + path, {
      method: 'POST',
      headers: {
        ...tus,
        ...who.bearer,
        'upload-length': '300000',
        'content-type': 'application/offset+octet-stream',
      },
      body: new ReadableStream({
        start: (controller) => controller.enqueue(randomBytes(100_000)),
        pull: async (controller) => {
          await until(async () => (await statesOf(who)).includes('receiving'), { what: 'it is begun' })
          controller.error(new Error('the line broke'))
        },
      }),
      duplex: 'half',
    } as RequestInit)
    await expect(broken).rejects.toThrow()
    await until(async () => (await statesOf(who)).join() === 'discarded', { what: 'it is forgotten' })
  })

  test('interrupted at 60 %, it continues within one chunk of there, also after a restart of the service', async () => {
    const who = await enter()
    const film = randomBytes(3_500_000)
    const chunkSize = 250_000
    const sixty = film.length * 0.6
    const sent = await uploadUntil(film, { ...optionsOf(who), chunkSize }, sixty)
    await restartService()
    const resumedAt: number[] = []
    const { uploadId } = await uploadWith(film, {
      ...optionsOf(who),
      chunkSize,
      uploadUrl: sent.url,
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD') resumedAt.push(Number(response.getHeader('Upload-Offset')))
      },
    })
    expect(uploadId).toBe(sent.uploadId)
    expect(resumedAt).toHaveLength(1)
    expect(resumedAt[0]).toBeGreaterThanOrEqual(sixty - chunkSize)
    expect(Buffer.from((await rowOf(uploadId)).sha256!).toString('hex')).toBe(sha256(film))
  })

  test('that was complete when the service died is finished by the next request', async () => {
    const who = await enter()
    const film = randomBytes(300_000)
    const at = await begin(who, film.length)
    await patch(who, at, 0, film.subarray(0, 299_999))
    // As after a crash between the last byte and the update of the row: the file is complete, the row is not.
    const file = await open(join(folder, 'uploads', at), 'a')
    await file.write(film.subarray(299_999))
    await file.close()
    expect(await rowOf(at)).toMatchObject({ state: 'receiving', sha256: null })
    const told = await send('HEAD', at, who.bearer)
    expect(told.headers.get('upload-offset')).toBe('300000')
    const row = await rowOf(at)
    expect(row.state).toBe('received')
    expect(Buffer.from(row.sha256!).toString('hex')).toBe(sha256(film))
    expect((await patch(who, at, 300_000, new Uint8Array())).status).toBe(204)
  })

  test('that is sent twice at the same time is stored once: the second request ends the first', async () => {
    const who = await enter()
    const film = randomBytes(200_000)
    const at = await begin(who, film.length)
    let feed: ReadableStreamDefaultController<Uint8Array> | undefined
    const slow = fetch(service.url + path + at, {
      method: 'PATCH',
      headers: {
        ...tus,
        ...who.bearer,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new ReadableStream<Uint8Array>({
        start: (controller) => {
          feed = controller
          controller.enqueue(film.subarray(0, 70_000))
        },
      }),
      duplex: 'half',
    } as RequestInit)
    const settled = slow.then(
      (answer) => answer.status,
      () => 'broken',
    )
    // Two requests of one client may overtake each other on their way.
    await until(async () => (await stagedLength(stagedPath(folder, at.slice(1)))) > 0, {
      what: 'the first is being written',
    })
    const told = await send('HEAD', at, who.bearer)
    const offset = Number(told.headers.get('upload-offset'))
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(70_000)
    expect((await patch(who, at, offset, film.subarray(offset))).status).toBe(204)
    feed!.error(new Error('over'))
    expect([204, 'broken']).toContain(await settled)
    expect(Buffer.from((await rowOf(at)).sha256!).toString('hex')).toBe(sha256(film))
  })

  test('discarded by its owner is gone', async () => {
    const who = await enter()
    const at = await begin(who, 10)
    await patch(who, at, 0, randomBytes(4))
    expect((await send('DELETE', at, who.bearer)).status).toBe(204)
    expect(await readUploadRefusal(await send('DELETE', at, who.bearer))).toEqual([404, 'not_found'])
    expect((await rowOf(at)).state).toBe('discarded')
    expect((await readdir(join(folder, 'uploads'))).join()).not.toContain(at.slice(1))
  })
})

describe('who', () => {
  const bodies = { POST: undefined, HEAD: undefined, PATCH: randomBytes(3), DELETE: undefined }
  const headersOf: Record<string, Record<string, string>> = {
    POST: { 'upload-length': '10' },
    HEAD: {},
    PATCH: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    DELETE: {},
  }
  const methods = Object.keys(bodies) as (keyof typeof bodies)[]
  const ask = (method: keyof typeof bodies, at: string, headers: Record<string, string>) =>
    send(method, method === 'POST' ? '' : at, { ...headersOf[method], ...headers }, bodies[method])

  test.each(methods)('%s is for signed-in wallets, and their own uploads only', async (method) => {
    const [owner, other] = [await enter(), await enter()]
    const at = await begin(owner, 10)
    const anonymous = await ask(method, at, {})
    const stranger = await ask(method, at, other.bearer)
    expect(anonymous.status).toBe(401)
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    expect(stranger.status).toBe(method === 'POST' ? 201 : 404)
    expect((await rowOf(at)).state).toBe('receiving')
    expect((await send('HEAD', at, owner.bearer)).headers.get('upload-offset')).toBe('0')
    expect((await ask(method, at, owner.bearer)).ok).toBe(true)
  })

  test.each(methods)('%s by cookie is taken from our own pages only', async (method) => {
    const who = await enter()
    const at = await begin(who, 10)
    const cookie = `__Host-cairn_session=${who.token}`
    const status = async (headers: Record<string, string>) =>
      (await ask(method, at, { cookie, ...headers })).status
    const elsewhere = method === 'HEAD' ? 200 : 401
    expect(await status({ origin: 'https://elsewhere.test' })).toBe(elsewhere)
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(elsewhere)
    expect(await status({ origin })).toBe(method === 'POST' ? 201 : method === 'HEAD' ? 200 : 204)
  })
})
