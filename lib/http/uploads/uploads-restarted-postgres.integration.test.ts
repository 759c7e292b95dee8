// @module-tag thorough

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { type Contributor, signInAs } from '#testing/contributor'
import { type OwnServer, startOwnServer } from '#testing/own-server'
import { type PaidService, startPaidService } from '#testing/paid-service'
import { origin, unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

// PostgreSQL restarts while a film is on its way.

const path = '/api/board/uploads'
const tus = { 'tus-resumable': '1.0.0' }
let server: OwnServer
let folder: string
let service: PaidService
beforeAll(async () => {
  server = await startOwnServer()
  folder = await mkdtemp(join(tmpdir(), 'cairn-uploads-'))
  const settings = { ...unchainedSettings(server.database.url), MEDIA_DIR: folder }
  service = await startPaidService({ settings })
})
afterAll(async () => {
  await service?.close()
  await server?.database.close()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const ask = (method: string, rest: string, headers: Record<string, string>, body?: BodyInit) =>
  fetch(service.url + path + rest, {
    method,
    // The server ends connections that it refused a body on.
    headers: { ...tus, connection: 'close', ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit)
const patch = (who: Contributor, at: string, offset: number, body: BodyInit) =>
  ask(
    'PATCH',
    at,
    {
      ...who.bearer,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body,
  )

/** A body that stops after so many bytes until it is released. */
function heldBody(bytes: Uint8Array, heldAt: number) {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at >= bytes.length) return controller.close()
      if (at >= heldAt) await released
      const end = Math.min(at + 50_000, at < heldAt ? heldAt : bytes.length)
      controller.enqueue(bytes.subarray(at, end))
      at = end
    },
  })
  return { body, release }
}

test.each(['fast', 'immediate'] as const)(
  'PostgreSQL restarted (%s) in the middle of an upload: 503 meanwhile, then it continues at its offset, and every byte is stored as sent',
  async (mode) => {
    const film = randomBytes(3_000_000)
    const who = await signInAs({ url: service.url, origin })
    const begun = await ask('POST', '', { ...who.bearer, 'upload-length': String(film.length) })
    expect(begun.status).toBe(201)
    const at = begun.headers.get('location')!.slice(path.length)
    const staged = stagedPath(folder, at.slice(1))

    const heldAt = 1_200_000
    const { body, release } = heldBody(film, heldAt)
    const sending = patch(who, at, 0, body).then(
      (answer) => answer.status,
      () => 'broken' as const,
    )
    await until(async () => (await stagedLength(staged)) >= 1_000_000, { what: 'a part has arrived' })
    await server.stop(mode)
    const away = await ask('HEAD', at, who.bearer)
    expect(away.status).toBe(503)
    expect((await ask('POST', '', { ...who.bearer, 'upload-length': '1000' })).status).toBe(503)
    await server.start()
    release()
    await sending

    const head = await until(
      async () => {
        const answer = await ask('HEAD', at, who.bearer)
        return answer.status === 200 && answer
      },
      { what: 'the upload answers again' },
    )
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBe(await stagedLength(staged))
    expect(offset).toBeGreaterThanOrEqual(1_000_000)
    if (offset < film.length)
      expect((await patch(who, at, offset, new Uint8Array(film.subarray(offset)))).status).toBe(204)
    const [row] = await server.database.sql<{ state: string; sha256: Uint8Array }[]>`
      select state, sha256 from upload where upload_id = ${at.slice(1)}`
    expect(row).toMatchObject({ state: 'received' })
    expect(Buffer.from(row!.sha256).toString('hex')).toBe(sha256(film))
    expect(sha256(await readFile(staged))).toBe(sha256(film))
  },
)
