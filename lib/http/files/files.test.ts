import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realClock } from '#lib/adapters/clock'
import type { Env } from '#lib/adapters/env'
import { createLogger } from '#lib/adapters/log'
import { storeFolder } from '#lib/adapters/storage/disk-storage'
import { openStorage } from '#lib/adapters/storage/open-storage'
import type { Served, Storage } from '#lib/adapters/storage/storage'
import { filesRoute } from '#lib/http/files/files'
import { type FrameworkServer, startFrameworkServer } from '#testing/framework-server'
import { until } from '#testing/until'

const film = randomBytes(1_000_000)
const largeBytes = 192 * 2 ** 20
const served: Served = { type: 'video/mp4', name: 'bounty-1f-capture.mp4', disposition: 'attachment' }
const startedAt = Date.parse('2026-11-20T12:00:00.500Z')

let folder: string
let storage: Storage
let server: FrameworkServer
let nowMs = startedAt
let link: string
let large: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-files-'))
  const env = {
    storage: { kind: 'disk' },
    media: { folder },
    baseUrl: 'https://cairn.test',
    secretKey: 'a secret of the tests, 32 characters and more',
  } as Env
  const ctx = {
    env,
    clock: { ...realClock, now: () => new Date(nowMs) },
    log: createLogger({ level: 'silent', service: 'test' }),
  }
  server = await startFrameworkServer(filesRoute(async () => ctx))
  storage = await openStorage(env)
  await writeFile(join(folder, 'film'), film)
  await storage.put({ key: 'originals/film', path: join(folder, 'film'), type: 'video/mp4' })
  // A sparse file, which takes no space.
  await mkdir(storeFolder(folder), { recursive: true })
  await writeFile(join(storeFolder(folder), 'large'), '')
  await truncate(join(storeFolder(folder), 'large'), largeBytes)
  link = await sign('originals/film')
  large = await sign('large')
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const sign = async (key: string, as = served) =>
  (await storage.signGet({ key, served: as, now: new Date(startedAt) })).replace(
    'https://cairn.test',
    server.url,
  )
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(link, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const etagOf = async () => (await get({}, 'HEAD')).headers.get('etag')!

describe('a file', () => {
  test('is sent whole, with all that is needed to save it', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).equals(film)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000000',
      'content-disposition': 'attachment; filename="bounty-1f-capture.mp4"',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-transform, max-age=899',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Content-Range'),
      'x-request-id': expect.any(String),
    })
  })

  test('may be cached no longer than its link is valid', async () => {
    nowMs = startedAt + 890_000
    expect((await get({}, 'HEAD')).headers.get('cache-control')).toBe('private, no-transform, max-age=9')
    nowMs = startedAt
  })

  test('has the same headers for HEAD as for GET, for any range, without a body', async () => {
    const [head, whole] = [await get({ range: 'bytes=0-9' }, 'HEAD'), await get()]
    expect(head.status).toBe(200)
    expect((await bytesOf(head)).length).toBe(0)
    await whole.body?.cancel()
    const told = ({ headers }: Response) => {
      const {
        date: _d,
        'x-request-id': _x,
        connection: _c,
        'keep-alive': _k,
        ...rest
      } = Object.fromEntries(headers)
      return rest
    }
    expect(told(head)).toEqual(told(whole))
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=999999-', 999_999, 999_999],
    ['bytes=-1000', 999_000, 999_999],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=500000-99999999999999999999', 500_000, 999_999],
    ['bytes=0-', 0, 999_999],
  ])('is sent in part: %s', async (range, first, last) => {
    const response = await get({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000000`)
    expect(response.headers.get('content-length')).toBe(String(last + 1 - first))
    expect((await bytesOf(response)).equals(film.subarray(first, last + 1))).toBe(true)
  })

  test('has nothing beyond its end', async () => {
    const response = await get({ range: 'bytes=1000000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */1000000')
    expect(response.headers.get('content-length')).toBe('0')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['several parts', 'bytes=0-1,5-6'],
    ['thousands of parts', `bytes=${'0-0,'.repeat(3_000)}`],
    ['one that ends before it begins', 'bytes=5-4'],
    ['something else than bytes', 'lines=0-1'],
  ])('is sent completely for %s', async (_, range) => {
    const response = await get({ range })
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).length).toBe(1_000_000)
  })

  test('that the caller has is not sent again', async () => {
    const etag = await etagOf()
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': known, range: 'bytes=0-1' })
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(etag)
      expect((await bytesOf(response)).length).toBe(0)
    }
    expect((await get({ 'if-none-match': '"other"' }, 'HEAD')).status).toBe(200)
  })

  test('is continued only where it is the same, else sent from its start', async () => {
    const etag = await etagOf()
    const statusFor = async (ifRange: string) => {
      const response = await get({ range: 'bytes=5-', 'if-range': ifRange })
      await response.body?.cancel()
      return response.status
    }
    expect(await statusFor(etag)).toBe(206)
    expect(await statusFor(`W/${etag}`)).toBe(200)
    expect(await statusFor('"other"')).toBe(200)
    expect(await statusFor('Fri, 20 Nov 2026 12:00:00 GMT')).toBe(200)
  })

  test('is refused to a caller who wants another one', async () => {
    const etag = await etagOf()
    const other = await get({ 'if-match': '"other"' })
    expect(other.status).toBe(412)
    expect(other.headers.get('cache-control')).toBe('no-store')
    expect(await other.json()).toMatchObject({ error: 'precondition_failed' })
    expect((await get({ 'if-match': `W/${etag}` }, 'HEAD')).status).toBe(412)
    expect((await get({ 'if-match': `"other", ${etag}` }, 'HEAD')).status).toBe(200)
  })

  test('that was put in the place of another has another tag', async () => {
    const before = await etagOf()
    await storage.put({ key: 'originals/film', path: join(folder, 'film'), type: 'video/mp4' })
    expect(await etagOf()).not.toBe(before)
  })

  test('without contents is sent too', async () => {
    await writeFile(join(folder, 'empty'), '')
    await storage.put({ key: 'empty', path: join(folder, 'empty'), type: 'video/mp4' })
    const response = await fetch(await sign('empty'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('0')
  })

  test('may be asked for in part by any page', async () => {
    const response = await get(
      {
        origin: 'https://elsewhere.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      },
      'OPTIONS',
    )
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('Range')
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
  })
})

describe('a link', () => {
  const refusalOf = async (url: string) => {
    const response = await fetch(url)
    const text = await response.text()
    return { status: response.status, cache: response.headers.get('cache-control'), ...JSON.parse(text) }
  }

  test('of 15 minutes and one second is refused, and says what to do', async () => {
    nowMs = startedAt + 899_500
    expect((await get({}, 'HEAD')).status).toBe(200)
    nowMs = startedAt + 901_000
    expect(await refusalOf(link)).toEqual({
      status: 401,
      cache: 'no-store',
      error: 'unauthorized',
      message:
        'This link was valid for 15 minutes and has expired. GET the bounty again: each answer has fresh links.',
      request_id: expect.any(String),
    })
    nowMs = startedAt
  })

  test('that was changed is refused alike, whether its file exists or not', async () => {
    const changed = (url: string) => url.replace(/\/files\/..../, '/files/AAAA')
    const { request_id: _a, ...known } = await refusalOf(changed(link))
    const { request_id: _b, ...unknown } = await refusalOf(changed(await sign('originals/none')))
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 401, error: 'unauthorized' })
  })

  test('to a file that is gone is 404', async () => {
    expect(await refusalOf(await sign('originals/none'))).toMatchObject({ status: 404, error: 'not_found' })
  })

  test('takes GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await get({}, method)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      await response.body?.cancel()
    }
    const kept = await readdir(join(storeFolder(folder), 'originals'))
    expect(kept).toEqual(['film'])
  })

  test('is the only way in: no path leads to a file', async () => {
    const { port } = new URL(server.url)
    const { pathname } = new URL(link)
    const [, , , signature, claims] = pathname.split('/')
    const paths = [
      '/api/files/originals/film',
      '/api/files/../store/originals/film',
      '/api/files/..%2fstore%2foriginals%2ffilm',
      '/api/files/%2e%2e/%2e%2e/etc/passwd',
      '/api/files/%252e%252e%252fetc%252fpasswd',
      `${pathname}%00`,
      `${pathname}%2f..%2flarge`,
      `${pathname}/../large`,
      `${pathname}/`,
      `/api/files//${pathname.slice('/api/files/'.length)}`,
      `/api/files/${signature}/${claims}/%62ounty-1f-capture.mp4`,
      `/api/files/${signature}/${claims}/../${claims}/large`,
      `/api/files/${signature}/${claims}`,
      pathname.replace('/files/', '/files%2F'),
      pathname.replaceAll('/', '%2f').replace('%2f', '/'),
      `/api/files/${'A'.repeat(43)}/${Buffer.from('["large",9999999999,"a","inline"]').toString('base64url')}/x`,
      `/api/files/${'A'.repeat(8_000)}`,
      `/api/files/\\..\\store`,
    ]
    for (const path of paths) {
      // Sent literally: a client library would normalize it.
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        send({ host: '127.0.0.1', port, path }, resolve).on('error', reject).end()
      })
      expect(answer.statusCode, path).toBe(401)
      answer.resume()
    }
  })
})

describe('the server', () => {
  /** All open descriptors: the files, and a few sockets that stay open for the next request. */
  const countOpen = async () => (await readdir('/dev/fd')).length
  const closesAll = async (visit: () => Promise<unknown>) => {
    const before = await countOpen()
    await visit()
    await until(async () => (await countOpen()) < before + callers / 2, {
      what: 'all files closed',
      timeoutMs: 50_000,
    })
  }
  const callers = 50
  const eachCaller = Array.from({ length: callers })

  test('closes the files of callers who go away in the middle', () =>
    closesAll(() =>
      Promise.all(
        eachCaller.map(async () => {
          const abort = new AbortController()
          const response = await fetch(large, { signal: abort.signal })
          await response.body!.getReader().read()
          abort.abort()
        }),
      ),
    ))

  test('closes the files of callers who never read the answer', () =>
    closesAll(async () => {
      const { port, pathname } = new URL(large)
      for (const _ of eachCaller) {
        const socket = connect(Number(port), '127.0.0.1')
        await new Promise((done) => socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`, done))
        socket.destroy()
      }
    }))

  test.each<[string, Record<string, string>]>([
    ['the last byte', {}],
    ['the last byte of a part', { range: 'bytes=5-6' }],
    ['nothing of it', { range: 'bytes=1000000-' }],
    ['saying that the caller has it', { 'if-none-match': '*' }],
  ])('closes a file after %s', (_, headers) =>
    closesAll(async () => {
      for (const _each of eachCaller) await bytesOf(await get(headers))
    }),
  )

  test('holds a piece of a large file in memory, not the file', async () => {
    const before = process.memoryUsage.rss()
    let highest = before
    let length = 0
    for await (const piece of (await fetch(large)).body!) {
      length += piece.length
      highest = Math.max(highest, process.memoryUsage.rss())
    }
    expect(length).toBe(largeBytes)
    expect(highest - before).toBeLessThan(largeBytes / 2)
  })
})
