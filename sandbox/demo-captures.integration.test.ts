// @module-tag thorough
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { demoCaptures, ingestDemoCaptures } from '#sandbox/demo-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cairn-demo-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})

const ingestAt = (time: string) =>
  ingestDemoCaptures({
    ctx: { ...database, clock: { now: () => new Date(time) } },
    input: { folder },
  })

type Row = { id: string; cell: number; at: string; mediaType: string; byteLength: number }
const rows = () => database.sql<Row[]>`
  select encode(sha256, 'hex') as id, cell, to_char(captured_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at, media_type as "mediaType",
    byte_length::int as "byteLength" from capture order by sha256`

test('demo captures are ingested with the place of the file, or the declared one, and keep both over later starts', async () => {
  const ids = await ingestAt('2026-11-20T12:00:00Z')
  const first = await rows()
  const capture = (file: string) =>
    first.find(({ id }) => id === ids[demoCaptures.findIndex((one) => one.file === file)])!
  expect(first).toHaveLength(demoCaptures.length)
  expect(first.every(({ mediaType, byteLength }) => mediaType && byteLength > 0)).toBe(true)
  const [berlin, arezzo, film, cathedral] = [
    'berlin-1.jpg',
    'arezzo-1.jpg',
    'lund-film.mp4',
    'lund-declared-in-florence-01.jpg',
  ].map(capture)
  expect([cellToGeohash(berlin!.cell), berlin!.at]).toEqual(['u33dbb', '2026-11-20 11:15'])
  expect([cellToGeohash(arezzo!.cell), arezzo!.at]).toEqual(['sr8rq3', '2008-10-23 14:27'])
  expect([film!.mediaType, cellToGeohash(film!.cell)]).toEqual(['video/mp4', 'u3cku5'])
  expect([cellToGeohash(cathedral!.cell), cathedral!.at]).toEqual(['srb100', '2026-11-20 11:51'])

  expect(await ingestAt('2026-12-01T12:00:00Z')).toEqual(ids)
  expect(await rows()).toEqual(first)
})
