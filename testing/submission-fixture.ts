import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ownSubmissionSchema, submissionsPageSchema } from '#lib/schemas/submission'
import { readUploads } from '#lib/services/uploads/read-uploads'
import { type SeededBounty, seedBounty } from '#testing/bounty-states'
import { type Contributor, signInAs } from '#testing/contributor'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { anotherFileOf } from '#testing/media-fixture'
import { moveClock } from '#testing/move-clock'
import { jsonPost, type PaidService, startPaidService } from '#testing/paid-service'
import { readUpload } from '#testing/read-upload'
import { origin, unchainedSettings } from '#testing/unchained-settings'
import { uploadWith } from '#testing/upload-client'

let database: TestDatabase
export let folder: string
export let service: PaidService
export let bounty: SeededBounty
/** Everything the service logs. */
export const logged: string[] = []

/**
 * Opens the service, with an open bounty, for the tests of a file, and closes it after them.
 *
 * @param changes to the settings
 */
export function serveSubmissions(changes: Record<string, string> = {}): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'cairn-submissions-'))
    service = await startPaidService({
      settings: { ...unchainedSettings(database.url), MEDIA_DIR: folder, ...changes },
    })
    service.ctx.log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
    bounty = await seedBounty(service.ctx, 'open')
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => moveClock(service.ctx, 0))
}

export const enter = (wallet?: Contributor['wallet']) => signInAs({ url: service.url, origin, wallet })
/** A film without place and time, unlike any other. */
export const silentFilm = () => anotherFileOf('synth/synth_arc_480p_8s.mp4')
export const upload = async ({ bearer }: Contributor, film: Buffer) => {
  const { uploadId } = await uploadWith(film, {
    endpoint: `${service.url}/api/board/uploads`,
    headers: bearer,
    uploadDataDuringCreation: true,
  })
  await readUpload({ ctx: service.ctx, uploadId, bytes: film })
  return uploadId
}
export const said = { captured_at: '2026-11-01T12:00:00+01:00', location: { lat: 52.51, lon: 13.4 } }
export const send = (who: Contributor | undefined, body: unknown, bountyId = bounty.bounty_id) => {
  const init = jsonPost(body)
  return fetch(`${service.url}/api/board/bounties/${bountyId}/submissions`, {
    ...init,
    headers: { ...(init.headers as object), ...who?.bearer },
  })
}
export const handIn = async (who: Contributor, body: Record<string, unknown>, bountyId?: string) => {
  await readUploads({ ctx: service.ctx })
  const answer = await send(who, body, bountyId)
  const json = await answer.json()
  expect([answer.status, json]).toEqual([201, expect.anything()])
  return ownSubmissionSchema.strict().parse(json)
}
export const ask = (who: Contributor | undefined, rest = '') =>
  fetch(`${service.url}/api/board/submissions${rest}`, { headers: { ...who?.bearer } })
export const list = async (who: Contributor, query = '') => {
  const answer = await ask(who, query)
  expect(answer.status).toBe(200)
  return submissionsPageSchema.strict().parse(await answer.json())
}
export const counts = async () => {
  const [row] = await service.ctx.sql<Record<string, string>[]>`select
    (select count(*) from submission) as submissions, (select count(*) from submission_file) as files,
    (select count(*) from upload where state = 'submitted') as taken,
    (select count(*) from pgboss.job where name = 'inspect') as jobs`
  return row!
}
