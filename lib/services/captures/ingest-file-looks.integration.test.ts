// needs: ffmpeg
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFiles } from '#lib/services/captures/ingest-file'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { samplePath } from '#testing/media-fixtures'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const path = samplePath('places/DSCN0010.jpg')
/** Ingests the photograph in one call: every file is read before the first is stored. */
const ingestTimes = async (count: number) => {
  const files = Array.from({ length: count }, () => ({ path, capturedAt: 1_224_772_027 }))
  const clock = { now: () => new Date('2026-11-21T00:00:00Z') }
  const outcomes = await ingestFiles({ ctx: { ...database, clock }, input: { files } })
  return outcomes.map(({ status }) => status)
}

const looks = () => database.sql<{ picture: number; bits: number }[]>`
  select picture, bit_count(hash)::int as bits from picture_hash order by picture`

test('how a photograph looks is stored with it, and computed only if it is not there', async () => {
  expect(await ingestTimes(1)).toEqual(['new'])
  expect(await looks()).toEqual([{ picture: 0, bits: expect.any(Number) }])
  // Computed again, it would be stored as picture 0 too.
  await database.sql`update picture_hash set picture = 1`
  expect(await ingestTimes(1)).toEqual(['known'])
  expect(await looks()).toMatchObject([{ picture: 1 }])

  // As a capture from before there were hashes.
  await database.sql`truncate picture_hash`
  expect(await ingestTimes(2)).toEqual(['known', 'known'])
  expect(await looks()).toHaveLength(1)
})
