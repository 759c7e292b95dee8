import { randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { peerHeader } from '#lib/adapters/peer-address'
import { uploadsRoute } from '#lib/http/uploads/uploads'
import { beginUpload } from '#lib/services/uploads/begin-upload'
import { expireUploads } from '#lib/services/uploads/expire-uploads'
import type { Contributor } from '#testing/contributor'
import { moveClock } from '#testing/move-clock'
import { origin } from '#testing/unchained-settings'
import {
  begin,
  enter,
  folder,
  maxBytes,
  patch,
  path,
  readUploadRefusal,
  rowOf,
  send,
  serveUploads,
  service,
  tus,
} from '#testing/upload-fixture'

serveUploads()

describe('limits', () => {
  test('a wallet may have a few empty uploads, and other wallets are not affected', async () => {
    const who = await enter()
    const begun: string[] = []
    for (let count = 0; count < 5; count++) begun.push(await begin(who, 1_000))
    const headers = { ...who.bearer, 'upload-length': '1000' }
    const refused = await send('POST', '', headers)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    expect(((await refused.clone().json()) as { message: string }).message).toContain(
      `You have 5 uploads, together 5000 bytes, that no submission has taken. There may be 5, together ${2 * maxBytes} bytes.`,
    )
    expect(await readUploadRefusal(refused)).toEqual([429, 'rate_limited'])
    await begin(await enter(), 1_000)
    await send('DELETE', begun[0]!, who.bearer)
    expect((await send('POST', '', headers)).status).toBe(201)
    // The second one concurrently.
    await send('DELETE', begun[1]!, who.bearer)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('POST', '', headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429])
  })

  test('a wallet lists its uploads that no submission has taken, and discards one of them', async () => {
    const who = await enter()
    const list = async () => {
      const answer = await send('GET', '', who.bearer)
      expect(answer.status).toBe(200)
      return (await answer.json()) as { uploads: { upload_id: string; state: string; byte_length: number }[] }
    }
    const bytes = randomBytes(1_000)
    const first = await begin(who, 1_000)
    await patch(who, first, 0, bytes)
    const second = await begin(who, 2_000)
    await begin(await enter(), 3_000)
    expect(await list()).toMatchObject({
      uploads: [
        { upload_id: second.slice(1), state: 'receiving', byte_length: 2_000 },
        { upload_id: first.slice(1), state: 'received', byte_length: 1_000 },
      ],
      max_uploads: 5,
      max_bytes: 2 * maxBytes,
    })
    await send('DELETE', second, who.bearer)
    expect((await list()).uploads.map(({ upload_id: id }) => id)).toEqual([first.slice(1)])
    expect((await fetch(service.url + path)).status).toBe(401)
  })

  test('and a number of bytes in all', async () => {
    const who = await enter()
    await begin(who, maxBytes)
    await begin(who, maxBytes - 10)
    const answer = await send('POST', '', { ...who.bearer, 'upload-length': '11' })
    expect(await readUploadRefusal(answer)).toEqual([429, 'rate_limited'])
    await begin(who, 10)
  })

  test('one address begins so many uploads in a day, with any number of wallets; only beginning one counts', async () => {
    const { env } = service.ctx
    const ctx = { ...service.ctx, env: { ...env, limits: { ...env.limits, uploads: 2 } } }
    const handlers = uploadsRoute(async () => ctx)
    const ask = (method: 'POST' | 'HEAD', who: Contributor, address: string, at = '') => {
      const headers = new Headers({ ...tus, ...who.bearer, [peerHeader]: address })
      if (method === 'POST') headers.set('upload-length', '1000')
      return handlers[method](new Request(origin + path + at, { method, headers }))
    }
    const [first, second, third] = [await enter(), await enter(), await enter()]
    const begun = await ask('POST', first, '198.51.100.1')
    expect(begun.status).toBe(201)
    expect(begun.headers.get('ratelimit')).toMatch(/^"uploads";r=1;t=\d+$/)
    expect((await ask('POST', second, '198.51.100.1')).status).toBe(201)

    const refused = await ask('POST', third, '198.51.100.1')
    expect(refused.headers.get('ratelimit-policy')).toBe('"uploads";q=2;w=86400')
    // Half of a day for one of two.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(11 * 3_600)
    expect(((await refused.clone().json()) as { message: string }).message).toContain(
      'Too many uploads from your address: 2 a day',
    )
    expect(await readUploadRefusal(refused)).toEqual([429, 'rate_limited'])

    const at = begun.headers.get('location')!.slice(path.length)
    expect((await ask('HEAD', first, '198.51.100.1', at)).status).toBe(200)
    expect((await ask('POST', third, '198.51.100.2')).status).toBe(201)
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
    await moveClock(service.ctx, 61)
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
    /** A session ends sooner than an upload. */
    const later = async (seconds: number) => {
      await moveClock(service.ctx, seconds)
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

  test('expired uploads are removed with the leftovers of crashes, and nothing else', async () => {
    const who = await enter()
    const left = await begin(who, 1_000)
    await patch(who, left, 0, randomBytes(10))
    await moveClock(service.ctx, 86_500)
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
