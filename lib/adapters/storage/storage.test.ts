import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, statfs, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { realClock } from '#lib/adapters/clock'
import type { Env } from '#lib/adapters/env'
import { createLogger } from '#lib/adapters/log'
import { storeFolder } from '#lib/adapters/storage/disk-storage'
import { openStorage } from '#lib/adapters/storage/open-storage'
import { openS3Storage } from '#lib/adapters/storage/s3-storage'
import { isNotStored, NotStored, type Served, type Storage } from '#lib/adapters/storage/storage'
import { filesRoute } from '#lib/http/files/files'
import { accessKeyId, bucket, type S3Server, secretAccessKey, startS3Server } from '#testing/s3-server'

/*
 * Both stores pass the same tests. The bucket is on a test server, which documents what it cannot emulate; links of the
 * disk store are read through the route of the app.
 */

type Store = {
  storage: Storage
  get: (link: string, headers?: Record<string, string>) => Promise<Response>
  /** Advances the clock that link expiry is checked against. */
  ahead: (seconds: number) => void
}

const names = ['disk', 's3'] as const
let folder: string
let s3: S3Server
const stores = {} as Record<(typeof names)[number], Store>
const env = (storage: Env['storage']) =>
  ({
    storage,
    media: { folder: join(folder, storage.kind) },
    baseUrl: 'https://cairn.test',
    secretKey: 'a secret of the tests, 32 characters and more',
  }) as Env

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-storage-'))
  s3 = await startS3Server()
  stores.disk = await openDisk()
  const config = {
    kind: 's3',
    region: 'us-east-1',
    bucket,
    endpoint: s3.url,
    accessKeyId,
    secretAccessKey,
  } as const
  stores.s3 = {
    storage: await openStorage(env(config)),
    get: (link, headers) => fetch(link, { headers }),
    ahead: s3.ahead,
  }
})
afterAll(async () => {
  await s3?.close()
  await rm(folder, { recursive: true, force: true })
})

async function openDisk(): Promise<Store> {
  let aheadMs = 0
  const clock = { ...realClock, now: () => new Date(Date.now() + aheadMs) }
  const ctx = { env: env({ kind: 'disk' }), clock, log: createLogger({ level: 'silent', service: 'test' }) }
  const { GET } = filesRoute(async () => ctx)
  return {
    storage: await openStorage(ctx.env),
    get: (link, headers) => GET(new Request(link, { headers })),
    ahead: (seconds) => {
      aheadMs = seconds * 1_000
    },
  }
}

let count = 0
const newKey = () => `tests/${++count}-${randomBytes(6).toString('hex')}`
async function localFile(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, `local-${++count}`)
  await writeFile(path, bytes)
  return path
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const film: Served = { type: 'video/mp4', name: 'bounty-1f-capture.mp4', disposition: 'attachment' }

describe.each(names)('the %s store', (name) => {
  let store: Store
  beforeAll(() => {
    store = stores[name]
  })
  const put = async (bytes: Uint8Array | string, key = newKey()) => {
    await store.storage.put({ key, path: await localFile(bytes), type: 'video/mp4' })
    return key
  }
  const link = (key: string, served = film) => store.storage.signGet({ key, served, now: new Date() })

  test('serves the stored bytes unchanged, with the name and type of the link', async () => {
    const bytes = randomBytes(100_003)
    const response = await store.get(await link(await put(bytes)))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-length')).toBe('100003')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="bounty-1f-capture.mp4"')
    expect(response.headers.get('cache-control')).toMatch(/^private, no-transform, max-age=(900|89\d)$/)
  })

  test('serves a file under any name', async () => {
    const served: Served = { type: 'image/jpeg', name: 'Brücke (1).jpg', disposition: 'inline' }
    const response = await store.get(await link(await put('picture'), served))
    expect(await response.text()).toBe('picture')
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="Br_cke (1).jpg"; filename*=UTF-8''Br%C3%BCcke%20%281%29.jpg`,
    )
  })

  test('serves ranges', async () => {
    const url = await link(await put('0123456789'))
    for (const [range, text, told] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
    ] as const) {
      const response = await store.get(url, { range })
      expect(response.status).toBe(206)
      expect(await response.text()).toBe(text)
      expect(response.headers.get('content-range')).toBe(told)
    }
    const outside = await store.get(url, { range: 'bytes=10-' })
    expect(outside.status).toBe(416)
    await outside.body?.cancel()
  })

  test('stores files larger than its memory buffer', { timeout: 30_000 }, async () => {
    const bytes = randomBytes(33 * 2 ** 20 + 7)
    const key = await put(bytes)
    await store.storage.withLocal(key, async (path) => {
      expect(sha256(await readFile(path))).toBe(sha256(bytes))
    })
    const tail = await store.get(await link(key), { range: `bytes=${33 * 2 ** 20}-` })
    expect(Buffer.from(await tail.arrayBuffer()).equals(bytes.subarray(-7))).toBe(true)
  })

  test('stores the same file again, and replaces it with another one', async () => {
    const key = await put('first')
    await put('first', key)
    await put('second', key)
    expect(await (await store.get(await link(key))).text()).toBe('second')
  })

  test('provides a local copy while `use` runs, and removes it afterwards', async () => {
    const key = await put('local')
    const answer = await store.storage.withLocal(key, async (path) => {
      expect(await readFile(path, 'utf8')).toBe('local')
      return 42
    })
    expect(answer).toBe(42)
    await expect(
      store.storage.withLocal(key, async () => {
        throw new Error('not today')
      }),
    ).rejects.toThrow('not today')
    const work = join(folder, name, 'work')
    expect(existsSync(work) ? await readdir(work) : []).toEqual([])
    expect(await (await store.get(await link(key))).text()).toBe('local')
  })

  test('throws if there is no file, and does not call `use`', async () => {
    const key = newKey()
    const use = async () => expect.unreachable()
    await expect(store.storage.withLocal(key, use)).rejects.toThrow(NotStored)
    await expect(store.storage.withLocal(`${await put('a file')}/below`, use)).rejects.toThrow(NotStored)
    await store.storage.remove(key)
    const response = await store.get(await link(key))
    expect(response.status).toBe(404)
    await response.body?.cancel()
  })

  test('removes a file, also for holders of a link', async () => {
    const key = await put('gone')
    const url = await link(key)
    await store.storage.remove(key)
    const response = await store.get(url)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('gone')
    await expect(store.storage.withLocal(key, async () => {})).rejects.toThrow(NotStored)
  })

  test('stores nothing if the source file is missing', async () => {
    const key = newKey()
    const path = join(folder, 'no such file')
    await expect(store.storage.put({ key, path, type: 'video/mp4' })).rejects.toThrow('ENOENT')
    await expect(store.storage.withLocal(key, async () => {})).rejects.toThrow(NotStored)
  })

  test.each([
    '',
    '/',
    '/etc/passwd',
    '..',
    '../secret',
    'a/../../secret',
    'a/./b',
    'a//b',
    'a/',
    '.incoming/a',
    'a/.hidden',
    'a\0b',
    'a b',
    'a\\..\\b',
    'a%2fb',
    'ä',
    'a\n',
    'too-long-'.repeat(23),
  ])('refuses an invalid key: %j', async (key) => {
    const path = await localFile('nowhere')
    const no = /^invalid storage key/
    await expect(store.storage.put({ key, path, type: 'text/plain' })).rejects.toThrow(no)
    await expect(store.storage.withLocal(key, async () => {})).rejects.toThrow(no)
    await expect(store.storage.remove(key)).rejects.toThrow(no)
    await expect(link(key)).rejects.toThrow(no)
  })

  test('refuses a link that was changed', async () => {
    const key = await put('mine')
    const other = await put('not mine')
    const url = await link(key)
    const [lastOfKey] = key.slice(-1)
    for (const changed of [
      url.replace(key, other),
      url.replace(bucket, `${bucket}2`),
      url.replace('video', 'image'),
      url.replace('capture', 'caption'),
      url.replace('Expires=900', 'Expires=90000'),
      url.replace(/Signature=(.)/, (_, first) => `Signature=${first === '0' ? '1' : '0'}`),
      url.replace(/files\/./, (start) => `files/${start.endsWith('A') ? 'B' : 'A'}`),
      url.replace(/\?.*/, ''),
      url.replace(`${lastOfKey}?`, 'x?'),
    ].filter((text) => text !== url)) {
      const response = await store.get(changed)
      expect([401, 403], changed).toContain(response.status)
      expect(await response.text()).not.toContain('mine')
    }
  })

  test('serves a file for 15 minutes, to the second', async () => {
    const url = await link(await put('in time'))
    const statusAfter = async (seconds: number) => {
      store.ahead(seconds)
      const response = await store.get(url)
      await response.body?.cancel()
      return response.status
    }
    expect(await statusAfter(0)).toBe(200)
    expect(await statusAfter(898)).toBe(200)
    expect([401, 403]).toContain(await statusAfter(902))
    store.ahead(0)
  })
})

describe('the disk store', () => {
  const key = 'originals/one'
  const at = (...path: string[]) => join(storeFolder(env({ kind: 'disk' }).media.folder), ...path)
  const put = async (bytes: string) =>
    stores.disk.storage.put({ key, path: await localFile(bytes), type: 'video/mp4' })

  test('creates files and folders that only their user can read', async () => {
    await put('private')
    expect((await stat(at('originals', 'one'))).mode & 0o777).toBe(0o600)
    expect((await stat(at('originals'))).mode & 0o777).toBe(0o700)
    expect((await stat(at())).mode & 0o777).toBe(0o700)
  })

  test('serves either the complete old or the complete new file while it is replaced', async () => {
    const [old, fresh] = ['a'.repeat(2 ** 20), 'b'.repeat(2 ** 20)]
    await put(old)
    let isDone = false
    const replaced = Promise.all([put(fresh), put(fresh), put(fresh)]).finally(() => {
      isDone = true
    })
    const seen = new Set<string>()
    while (!isDone) seen.add(await stores.disk.storage.withLocal(key, (path) => readFile(path, 'utf8')))
    await replaced
    seen.add(await stores.disk.storage.withLocal(key, (path) => readFile(path, 'utf8')))
    expect([...seen].filter((text) => text !== old && text !== fresh)).toEqual([])
    expect(seen).toContain(fresh)
  })

  test('refuses a file that would fill the disk, which the database may share', async () => {
    const path = await localFile('')
    const { bavail, bsize } = await statfs(folder)
    await truncate(path, bavail * bsize)
    const putting = stores.disk.storage.put({ key: 'originals/too-large', path, type: 'video/mp4' })
    await expect(putting).rejects.toThrow('not enough disk space to store')
    await rm(path)
    expect(await readdir(at('.incoming'))).toEqual([])
  })

  test('removes partial copies of a crash after a day', async () => {
    await put('whole')
    for (const name of ['fresh', 'abandoned']) await writeFile(at('.incoming', name), 'half')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(at('.incoming', 'abandoned'), yesterday, yesterday)
    await put('whole again')
    expect(await readdir(at('.incoming'))).toEqual(['fresh'])
  })
})

describe('the s3 store', () => {
  test('refuses another account and another secret', async () => {
    for (const wrong of [{ secretAccessKey: 'guessed' }, { accessKeyId: 'somebody' }]) {
      const config = { bucket, region: 'us-east-1', endpoint: s3.url, accessKeyId, secretAccessKey, ...wrong }
      const storage = await openStorage(env({ kind: 's3', ...config }))
      const key = newKey()
      await stores.s3.storage.put({ key, path: await localFile('mine'), type: 'video/mp4' })
      await expect(storage.withLocal(key, async () => {})).rejects.toThrow()
      await expect(storage.put({ key, path: await localFile('theirs'), type: 'video/mp4' })).rejects.toThrow()
      const response = await fetch(await storage.signGet({ key, served: film, now: new Date() }))
      expect(response.status).toBe(403)
      const kept = await stores.s3.storage.withLocal(key, (path) => readFile(path, 'utf8'))
      expect(kept).toBe('mine')
    }
  })

  test('signs links with the system time, not the time of the service', async () => {
    const key = newKey()
    await stores.s3.storage.put({ key, path: await localFile('now'), type: 'video/mp4' })
    const now = new Date(Date.now() + 30 * 86_400_000)
    const response = await fetch(await stores.s3.storage.signGet({ key, served: film, now }))
    expect(await response.text()).toBe('now')
  })
})

describe('while the bucket fails or does not answer, a file', () => {
  // Nothing here is slow enough to reach it, but a server that is silent.
  const limits = { silentMs: 2_000, attempts: 1 }
  const config = { kind: 's3', bucket, region: 'us-east-1', accessKeyId, secretAccessKey } as const
  const open = () =>
    openS3Storage({ config: { ...config, endpoint: s3.url }, workFolder: join(folder, 'away'), limits })
  afterEach(() => s3.will('serve'))

  test.each(['fail', 'refuse', 'lose', 'cut', 'hang', 'stall'] as const)(
    'is not stored, not reported as missing, and leaves nothing behind: %s',
    async (mode) => {
      const storage = open()
      const [known, fresh] = [newKey(), newKey()]
      const path = await localFile(randomBytes(50_000))
      await storage.put({ key: known, path, type: 'video/mp4' })
      s3.will(mode)
      const reading = storage.withLocal(known, async () => expect.unreachable())
      const failure = await reading.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(isNotStored(failure)).toBe(false)
      if (mode !== 'stall')
        await expect(storage.put({ key: fresh, path, type: 'video/mp4' })).rejects.toThrow()
      expect(await readdir(join(folder, 'away'))).toEqual([])
      s3.will('serve')
      await storage.put({ key: fresh, path, type: 'video/mp4' })
      for (const key of [known, fresh])
        await storage.withLocal(key, async (copy) => {
          expect((await readFile(copy)).equals(await readFile(path))).toBe(true)
        })
    },
  )
})
