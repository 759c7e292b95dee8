import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { describeInterface } from '#lib/http/documents/openapi'
import { origin } from '#testing/unchained-settings'
import { statusOf, uploadWith } from '#testing/upload-client'
import {
  begin,
  enter,
  maxBytes,
  optionsOf,
  patch,
  path,
  readUploadRefusal,
  rowOf,
  send,
  serveUploads,
  service,
  sha256,
  tus,
} from '#testing/upload-fixture'

serveUploads()

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
      'access-control-allow-methods': 'GET, POST, HEAD, PATCH, DELETE, OPTIONS',
    })
    for (const name of [
      'Authorization',
      'Tus-Resumable',
      'Upload-Length',
      'Upload-Offset',
      'Upload-Metadata',
      'X-HTTP-Method-Override',
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
    [
      { 'upload-length': '5', 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' },
      [400, 'invalid_request', 'Upload-Checksum'],
    ],
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
    expect(await readUploadRefusal(await send('POST', '', { ...who.bearer, ...headers }))).toEqual(refusal)
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
      expect(await readUploadRefusal(await patch(who, at, offset, randomBytes(5)))).toEqual([
        409,
        'upload_conflict',
        'Upload-Offset',
      ])
    expect((await send('HEAD', at, who.bearer)).headers.get('upload-offset')).toBe('40')
  })

  test('more bytes than were announced are refused', async () => {
    const who = await enter()
    const at = await begin(who, 100)
    expect(await readUploadRefusal(await patch(who, at, 0, randomBytes(101)))).toEqual([
      413,
      'body_too_large',
    ])
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
    expect(await readUploadRefusal(streamed)).toEqual([413, 'body_too_large'])
    expect((await rowOf(at)).state).toBe('receiving')
  })

  test('bytes without an offset or of another type are refused', async () => {
    const who = await enter()
    const at = await begin(who, 100)
    const type = { 'content-type': 'application/offset+octet-stream' }
    expect(
      await readUploadRefusal(await send('PATCH', at, { ...who.bearer, ...type }, randomBytes(3))),
    ).toEqual([400, 'invalid_request', 'Upload-Offset'])
    const wrong = { ...who.bearer, 'upload-offset': '0', 'content-type': 'video/mp4' }
    expect(await readUploadRefusal(await send('PATCH', at, wrong, randomBytes(3)))).toEqual([
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
    expect(Object.keys(paths[path]!)).toEqual(['get', 'post'])
    expect(Object.keys(paths[`${path}/{upload_id}`]!).sort()).toEqual([
      'delete',
      'head',
      'parameters',
      'patch',
    ])
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', ''],
      ['HEAD', at],
      ['PATCH', at],
      ['DELETE', at],
    ] as const)
      expect((await send(method, rest)).status).not.toBe(405)
  })

  test('bytes with a checksum are refused, since nobody would check it', async () => {
    const who = await enter()
    const at = await begin(who, 5)
    const headers = {
      ...who.bearer,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=',
    }
    const answer = await send('PATCH', at, headers, Buffer.from('hello'))
    expect(await readUploadRefusal(answer)).toEqual([400, 'invalid_request', 'Upload-Checksum'])
    expect((await send('HEAD', at, who.bearer)).headers.get('upload-offset')).toBe('0')
  })

  test('a method that the override names counts instead of the actual one', async () => {
    const who = await enter()
    const at = await begin(who, 5)
    const as = (method: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
      send('POST', at, { ...who.bearer, 'x-http-method-override': method, ...headers }, body)
    const bytes = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await as('PATCH', bytes, Buffer.from('hel'))).status).toBe(204)
    const told = await as('head')
    expect([told.status, told.headers.get('upload-offset')]).toEqual([200, '3'])
    for (const method of ['PUT', 'GET', 'POST', 'MOVE', 'TRACE', 'no method', ''])
      expect(await readUploadRefusal(await as(method))).toEqual([405, 'method_not_allowed'])
    expect((await as('DELETE')).status).toBe(204)
    expect((await as('HEAD')).status).toBe(404)
  })

  test('an override is a change like any other: a cookie from another page does not open it', async () => {
    const who = await enter()
    const at = await begin(who, 5)
    const cookie = `__Host-cairn_session=${who.token}`
    const from = (origin: string) =>
      fetch(`${service.url}${path}${at}`, {
        headers: { ...tus, cookie, origin, 'x-http-method-override': 'DELETE' },
      })
    expect(await readUploadRefusal(await from('http://elsewhere.test'))).toEqual([401, 'unauthorized'])
    expect((await from(origin)).status).toBe(204)
  })

  test('other methods are refused', async () => {
    for (const [method, at] of [
      ['PUT', ''],
      ['PATCH', ''],
      ['GET', `/upl_${'0'.repeat(32)}`],
      ['POST', `/upl_${'0'.repeat(32)}`],
    ] as const)
      expect(await readUploadRefusal(await send(method, at))).toEqual([405, 'method_not_allowed'])
  })
})

test('the stock client uploads where it cannot send PATCH', async () => {
  const who = await enter()
  const film = randomBytes(300_000)
  const methods: string[] = []
  const { uploadId } = await uploadWith(film, {
    ...optionsOf(who),
    chunkSize: 100_000,
    overridePatchMethod: true,
    onBeforeRequest: (request) => void methods.push(request.getMethod()),
  })
  expect(methods).toEqual(['POST', 'POST', 'POST', 'POST'])
  expect(await rowOf(uploadId)).toMatchObject({ state: 'received', sha256: Buffer.from(sha256(film), 'hex') })
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
