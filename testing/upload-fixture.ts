import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Contributor, signInAs } from '#testing/contributor'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { moveClock } from '#testing/move-clock'
import { type PaidService, startPaidService } from '#testing/paid-service'
import { readRefusal } from '#testing/read-refusal'
import { origin, unchainedSettings } from '#testing/unchained-settings'

export const path = '/api/board/uploads'
export const maxBytes = 4_000_000
let database: TestDatabase
export let folder: string
export let service: PaidService
let settings: Record<string, string>

/** Opens the service for the tests of a file, and closes it after them. */
export function serveUploads(): void {
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
  afterEach(() => moveClock(service.ctx, 0))
}

/** As after a deployment: another process on the same port, database and folder. */
export async function restartService(): Promise<void> {
  const port = Number(new URL(service.url).port)
  await service.close()
  service = await startPaidService({ settings, port })
}

export const enter = (wallet?: Contributor['wallet']) => signInAs({ url: service.url, origin, wallet })
export const optionsOf = ({ bearer }: Contributor) => ({
  endpoint: service.url + path,
  headers: { ...bearer },
})
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const tus = { 'tus-resumable': '1.0.0' }
export const send = (method: string, rest: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
  fetch(service.url + path + rest, {
    method,
    headers: { ...tus, ...headers },
    body: body as BodyInit | undefined,
  })
export const begin = async (who: Contributor, length: number, headers: Record<string, string> = {}) => {
  const answer = await send('POST', '', { ...who.bearer, 'upload-length': String(length), ...headers })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!.slice(path.length)
}
export const patch = (who: Contributor, at: string, offset: number, body: Uint8Array) =>
  send(
    'PATCH',
    at,
    { ...who.bearer, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  )
export const rowOf = async (uploadId: string) => {
  const [row] = await service.ctx.sql<
    { state: string; sha256: Uint8Array | null; owner: string; expiresInSeconds: number }[]
  >`select state, sha256, owner, extract(epoch from expires_at - service_now())::integer as "expiresInSeconds"
    from upload where upload_id = ${uploadId.replace('/', '')}`
  return row!
}
export const statesOf = async ({ wallet }: Contributor) => {
  const rows = await service.ctx.sql<{ state: string }[]>`
    select state from upload where owner = ${wallet.address.toLowerCase()}`
  return rows.map(({ state }) => state)
}
export const readUploadRefusal = (answer: Response) => {
  expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
  return readRefusal(answer)
}
