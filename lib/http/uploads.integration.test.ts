import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeInterface } from '#lib/http/openapi'
import { type Contributor, signInAs } from '#lib/sandbox/testing/contributor'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { type PaidService, startPaidService } from '#lib/sandbox/testing/paid-service'
import { origin, unchainedSettings } from '#lib/sandbox/testing/unchained-settings'
import { until } from '#lib/sandbox/testing/until'
import { statusOf, uploadUntil, uploadWith } from '#lib/sandbox/testing/upload-client'
import { beginUpload } from '#lib/services/uploads/begin-upload'
import { expireUploads } from '#lib/services/uploads/expire-uploads'

const path = '/api/board/uploads'
const maxBytes = 4_000_000
let database: TestDatabase
let folder: string
let service: PaidService
let settings: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cairn-uploads-'))
  settings = {
    ...unchainedSettings(database.url),
    MEDIA_DIR: folder,
    UPLOAD_MAX_BYTES: String(maxBytes),
  }
  service = await startPaidService({ settings })
})
afterAll(async () => {
  await service?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => moveClock(0))

const moveClock = async (seconds: number) => {
  await service.ctx.sql`update service_clock set offset_seconds = ${seconds}`
  await service.ctx.clock.refresh()
}
const enter = (wallet?: Contributor['wallet']) => signInAs({ url: service.url, origin, wallet })
const optionsOf = ({ bearer }: Contributor) => ({ endpoint: service.url + path, headers: { ...bearer } })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const tus = { 'tus-resumable': '1.0.0' }
const send = (method: string, rest: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
  fetch(service.url + path + rest, {
    method,
    headers: { ...tus, ...headers },
    body: body as BodyInit | undefined,
  })
const begin = async (who: Contributor, length: number, headers: Record<string, string> = {}) => {
  const answer = await send('POST', '', { ...who.bearer, 'upload-length': String(length), ...headers })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!.slice(path.length)
}
const patch = (who: Contributor, at: string, offset: number, body: Uint8Array) =>
  send(
    'PATCH',
    at,
    { ...who.bearer, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  )
const rowOf = async (uploadId: string) => {
  const [row] = await service.ctx.sql<
    { state: string; sha256: Uint8Array | null; owner: string; expiresInSeconds: number }[]
  >`select state, sha256, owner, extract(epoch from expires_at - service_now())::integer as "expiresInSeconds"
    from upload where upload_id = ${uploadId.replace('/', '')}`
  return row!
}
const statesOf = async ({ wallet }: Contributor) => {
  const rows = await service.ctx.sql<{ state: string }[]>`
    select state from upload where owner = ${wallet.address.toLowerCase()}`
  return rows.map(({ state }) => state)
}
const refusalOf = async (answer: Response) => {
  const body = (await answer.json()) as { error: string; field?: string; request_id: string }
  expect(body.request_id).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
  return [answer.status, body.error, ...(body.field ? [body.field] : [])]
}

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
    // Names stay with whoever gave them, and nothing is left beside the file.
    expect((await readdir(join(folder, 'uploads'))).filter((name) => name.startsWith(uploadId))).toEqual([
      uploadId,
    ])
    const told = await send('HEAD', `/${uploadId}`, who.bearer)
    expect(told.headers.get('upload-metadata')).toBeNull()
    expect(told.headers.get('upload-offset')).toBe(String(film.length))
  })

  test('is found whatever stands in the query of its URL', async () => {
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

  test('interrupted at 60 % goes on within a chunk of there, also after the service was started anew', async () => {
    const who = await enter()
    const film = randomBytes(3_500_000)
    const chunkSize = 250_000
    const sixty = film.length * 0.6
    const sent = await uploadUntil(film, { ...optionsOf(who), chunkSize }, sixty)
    const port = Number(new URL(service.url).port)
    await service.close()
    service = await startPaidService({ settings, port })
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

  test('of which every byte was there when the service died is finished by whoever asks next', async () => {
    const who = await enter()
    const film = randomBytes(300_000)
    const at = await begin(who, film.length)
    await patch(who, at, 0, film.subarray(0, 299_999))
    // As if it had died between the last byte and the row: the file is whole, the row does not say so.
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

  test('sent twice at once is kept once: the second request ends the first', async () => {
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
    const told = await send('HEAD', at, who.bearer)
    const offset = Number(told.headers.get('upload-offset'))
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
    expect(await refusalOf(await send('DELETE', at, who.bearer))).toEqual([404, 'not_found'])
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

  test.each(methods)('%s is for whoever is signed in, and of their own uploads', async (method) => {
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

describe('protocol', () => {
  test('a preflight from anywhere allows what a client sends, and says what is spoken', async () => {
    const answer = await fetch(service.url + path, { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    const said = Object.fromEntries(answer.headers)
    expect(said).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(maxBytes),
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, HEAD, PATCH, DELETE, OPTIONS',
    })
    for (const name of [
      'Authorization',
      'Tus-Resumable',
      'Upload-Length',
      'Upload-Offset',
      'Upload-Metadata',
    ])
      expect(said['access-control-allow-headers']).toContain(name)
    const who = await enter()
    const at = await begin(who, 5)
    const told = await send('HEAD', at, who.bearer)
    for (const name of ['Location', 'Upload-Offset', 'Upload-Length', 'Upload-Expires', 'X-Request-Id'])
      expect(told.headers.get('access-control-expose-headers')).toContain(name)
    expect(told.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    [{ 'tus-resumable': '0.2.2' }, [412, 'precondition_failed', 'Tus-Resumable']],
    [{ 'upload-length': '' }, [400, 'invalid_request', 'Upload-Length']],
    [{ 'upload-length': '0' }, [400, 'invalid_request', 'Upload-Length']],
    [{ 'upload-length': '-1' }, [400, 'invalid_request', 'Upload-Length']],
    [{ 'upload-length': '1e3' }, [400, 'invalid_request', 'Upload-Length']],
    [{ 'upload-length': String(maxBytes + 1) }, [413, 'body_too_large', 'Upload-Length']],
    [{ 'upload-length': String(2 ** 52) }, [400, 'invalid_request', 'Upload-Length']],
    [{ 'upload-defer-length': '1' }, [400, 'invalid_request', 'Upload-Defer-Length']],
    [{ 'upload-length': '5', 'upload-concat': 'partial' }, [400, 'invalid_request', 'Upload-Concat']],
    [
      { 'upload-length': '5', 'upload-metadata': `filename YQ==,filetype ${btoa('image/jpeg')}` },
      [415, 'unsupported_media_type', 'Upload-Metadata'],
    ],
    [
      { 'upload-length': '5', 'upload-metadata': `filetype ${btoa('<b>/x')}` },
      [415, 'unsupported_media_type', 'Upload-Metadata'],
    ],
  ])('an upload begun with %o is refused', async (headers, refusal) => {
    const who = await enter()
    expect(await refusalOf(await send('POST', '', { ...who.bearer, ...headers }))).toEqual(refusal)
    const answer = await send('POST', '', { ...headers })
    // Shape comes before credential.
    expect(answer.status).toBe(refusal[0] === 413 ? 401 : refusal[0])
    await answer.body?.cancel()
  })

  test.each([
    `filetype ${btoa('video/mp4')}`,
    `filename YQ==,filetype ${btoa('Video/QuickTime; codecs=hvc1')}`,
    `filetype ${btoa('application/octet-stream')}`,
    'filetype ',
    'filetype',
    'filename YQ==',
    'filetype ====',
  ])('an upload begun with the metadata %j is taken', async (metadata) => {
    const who = await enter()
    const answer = await send('POST', '', {
      ...who.bearer,
      'upload-length': '5',
      'upload-metadata': metadata,
    })
    expect(answer.status).toBe(201)
  })

  test('bytes from elsewhere than where it ends are refused, and change nothing', async () => {
    const who = await enter()
    const at = await begin(who, 100)
    await patch(who, at, 0, randomBytes(40))
    for (const offset of [0, 39, 41, 100])
      expect(await refusalOf(await patch(who, at, offset, randomBytes(5)))).toEqual([
        409,
        'upload_conflict',
        'Upload-Offset',
      ])
    expect((await send('HEAD', at, who.bearer)).headers.get('upload-offset')).toBe('40')
  })

  test('more bytes than were announced are refused', async () => {
    const who = await enter()
    const at = await begin(who, 100)
    expect(await refusalOf(await patch(who, at, 0, randomBytes(101)))).toEqual([413, 'body_too_large'])
    const streamed = await fetch(service.url + path + at, {
      method: 'PATCH',
      headers: {
        ...tus,
        ...who.bearer,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Blob([randomBytes(101)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(await refusalOf(streamed)).toEqual([413, 'body_too_large'])
    expect((await rowOf(at)).state).toBe('receiving')
  })

  test('bytes without an offset or of another type are refused', async () => {
    const who = await enter()
    const at = await begin(who, 100)
    const type = { 'content-type': 'application/offset+octet-stream' }
    expect(await refusalOf(await send('PATCH', at, { ...who.bearer, ...type }, randomBytes(3)))).toEqual([
      400,
      'invalid_request',
      'Upload-Offset',
    ])
    const wrong = { ...who.bearer, 'upload-offset': '0', 'content-type': 'video/mp4' }
    expect(await refusalOf(await send('PATCH', at, wrong, randomBytes(3)))).toEqual([
      415,
      'unsupported_media_type',
      'Content-Type',
    ])
  })

  test.each(['/nothing', '/upl_0', '/../secret', `/upl_${'0'.repeat(32)}/more`, '/%2e%2e'])(
    'nothing is at %s',
    async (at) => {
      const who = await enter()
      expect((await send('HEAD', at, who.bearer)).status).toBe(404)
    },
  )

  test('what is described is what is taken', async () => {
    const { paths } = describeInterface(service.ctx.env) as { paths: Record<string, object> }
    const at = `/upl_${'0'.repeat(32)}`
    expect(Object.keys(paths[path]!)).toEqual(['post'])
    expect(Object.keys(paths[`${path}/{upload_id}`]!).sort()).toEqual([
      'delete',
      'head',
      'parameters',
      'patch',
    ])
    for (const [method, rest] of [
      ['POST', ''],
      ['HEAD', at],
      ['PATCH', at],
      ['DELETE', at],
    ] as const)
      expect((await send(method, rest)).status).not.toBe(405)
  })

  test('other methods are refused', async () => {
    for (const [method, at] of [
      ['GET', ''],
      ['PUT', ''],
      ['PATCH', ''],
      ['GET', `/upl_${'0'.repeat(32)}`],
      ['POST', `/upl_${'0'.repeat(32)}`],
    ] as const)
      expect(await refusalOf(await send(method, at))).toEqual([405, 'method_not_allowed'])
  })
})

describe('limits', () => {
  test('a wallet has a few uploads that nothing came of, and others are not touched by it', async () => {
    const who = await enter()
    const begun: string[] = []
    for (let count = 0; count < 5; count++) begun.push(await begin(who, 1_000))
    const headers = { ...who.bearer, 'upload-length': '1000' }
    const refused = await send('POST', '', headers)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    expect(((await refused.clone().json()) as { message: string }).message).toContain(
      `You have 5 uploads, together 5000 bytes, that no submission has taken. There may be 5, together ${2 * maxBytes} bytes.`,
    )
    expect(await refusalOf(refused)).toEqual([429, 'rate_limited'])
    await begin(await enter(), 1_000)
    await send('DELETE', begun[0]!, who.bearer)
    expect((await send('POST', '', headers)).status).toBe(201)
    // At once, too.
    await send('DELETE', begun[1]!, who.bearer)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('POST', '', headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429])
  })

  test('and a number of bytes in all', async () => {
    const who = await enter()
    await begin(who, maxBytes)
    await begin(who, maxBytes - 10)
    const answer = await send('POST', '', { ...who.bearer, 'upload-length': '11' })
    expect(await refusalOf(answer)).toEqual([429, 'rate_limited'])
    await begin(who, 10)
  })

  test('what the disk has no room for is not begun', async () => {
    const { env, db } = service.ctx
    const byteLength = 2 ** 52
    const ctx = { db, env: { ...env, media: { ...env.media, uploadMaxBytes: byteLength } } }
    const owner = (await enter()).wallet.address
    const begun = beginUpload({ ctx, input: { owner, byteLength } })
    await expect(begun).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 600 })
  })

  test('uploads whose answer got lost make way: nothing was ever sent to them', async () => {
    const who = await enter()
    const begun: string[] = []
    for (let count = 0; count < 5; count++) begun.push(await begin(who, 1_000))
    await moveClock(61)
    await patch(who, begun[0]!, 0, randomBytes(10))
    await begin(who, 1_000)
    expect(await Promise.all(begun.map(async (at) => (await rowOf(at)).state))).toEqual([
      'receiving',
      ...Array(4).fill('discarded'),
    ])
  })
})

describe('time', () => {
  test('an upload is over a day after its last bytes, and a week after it began', async () => {
    const who = await enter()
    const { wallet } = who
    const at = await begin(who, 1_000)
    const idle = await begin(who, 1_000)
    const told = await send('HEAD', at, who.bearer)
    const expires = Date.parse(told.headers.get('upload-expires')!)
    expect(Math.abs(expires - Date.now() - 86_400_000)).toBeLessThan(10_000)
    /** A session is over sooner than an upload. */
    const later = async (seconds: number) => {
      await moveClock(seconds)
      return enter(wallet)
    }
    const answer = await patch(await later(86_300), at, 0, randomBytes(10))
    expect(Date.parse(answer.headers.get('upload-expires')!) - expires).toBeGreaterThan(86_000_000)
    const next = await later(86_500)
    expect((await send('HEAD', idle, next.bearer)).status).toBe(404)
    expect((await patch(next, idle, 0, randomBytes(10))).status).toBe(404)
    for (let day = 2; day <= 7; day++) {
      const back = await later(day * 86_000)
      expect((await patch(back, at, (day - 1) * 10, randomBytes(10))).status).toBe(204)
    }
    expect((await rowOf(at)).expiresInSeconds).toBeLessThan(7 * 86_400 - 7 * 86_000 + 10)
    const last = await later(7 * 86_400 + 10)
    expect((await send('HEAD', at, last.bearer)).status).toBe(404)
  })

  test('what is over is removed, with whatever a crash left, and nothing else', async () => {
    const who = await enter()
    const left = await begin(who, 1_000)
    await patch(who, left, 0, randomBytes(10))
    await moveClock(86_500)
    const back = await enter(who.wallet)
    const kept = await begin(back, 1_000)
    await patch(back, kept, 0, randomBytes(10))
    const orphan = `upl_${'f'.repeat(32)}`
    await writeFile(join(folder, 'uploads', orphan), 'of no upload')
    await writeFile(join(folder, 'uploads', `${orphan}.sha256`), 'of no upload')
    const before = new Date(Date.now() - 25 * 3_600_000)
    for (const name of [orphan, `${orphan}.sha256`, kept.slice(1)])
      await utimes(join(folder, 'uploads', name), before, before)
    const { expired, leftovers } = await expireUploads({ ctx: service.ctx })
    expect(expired).toBeGreaterThan(0)
    expect(leftovers).toBe(1)
    const names = (await readdir(join(folder, 'uploads'))).join()
    expect(names).toContain(kept.slice(1))
    expect(names).not.toContain(left.slice(1))
    expect(names).not.toContain(orphan)
    expect((await rowOf(left)).state).toBe('discarded')
    expect(await expireUploads({ ctx: service.ctx })).toEqual({ expired: 0, leftovers: 0 })
    expect((await send('HEAD', kept, back.bearer)).status).toBe(200)
  })
})

test('the stock client is told what is wrong', async () => {
  const who = await enter()
  await expect(uploadWith(randomBytes(10), { endpoint: service.url + path })).rejects.toSatisfy(
    (error) => statusOf(error) === 401,
  )
  await expect(uploadWith(randomBytes(maxBytes + 1), optionsOf(who))).rejects.toSatisfy(
    (error) => statusOf(error) === 413,
  )
})
