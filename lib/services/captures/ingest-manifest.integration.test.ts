import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { ingestManifest } from '#lib/services/captures/ingest-manifest'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

const now = new Date('2026-11-21T00:00:00Z')
const clock = { now: () => now }

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cairn-manifest-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})
beforeEach(() => database.sql`truncate capture, picture_hash, withdrawn_capture`)

const idOf = (name: string) => createHash('sha256').update(name).digest('hex')
const line = (name: string, members: object = {}) =>
  JSON.stringify({ sha256: idOf(name), geohash: 'u33dbb', captured_at: '2026-02-01T10:00:00.7Z', ...members })

async function ingest(path: string) {
  const refused: [number, string][] = []
  let bytes = 0
  const result = await ingestManifest({
    ctx: { ...database, clock },
    input: {
      path,
      onRefused: (number, reason) => refused.push([number, reason]),
      onBytes: (count) => {
        bytes += count
      },
    },
  })
  return { result, refused, bytes }
}

function manifest(lines: readonly string[]): string {
  const path = join(folder, 'manifest.ndjson')
  writeFileSync(path, lines.join('\n'))
  return path
}

test('valid lines are ingested, invalid ones reported by number and reason, blank ones ignored', async () => {
  const lines = [
    `\ufeff${line('a')}`,
    '',
    'not json',
    line('b', { geohash: undefined, lat: 43.4674483, lon: 11.8851267 }),
    line('c', { captured_at: '2026-11-21T00:00:01Z' }),
    line('d', { geohash: undefined, lat: 43.4674483 }),
    `{"sha256": "${'x'.repeat(5_000)}"}`,
    line('a', { geohash: 'u33dbc' }),
    line('e'),
  ]
  const path = manifest(lines)
  const { result, refused, bytes } = await ingest(path)
  expect(result).toEqual({ created: 3, known: 1, refused: 4 })
  expect(refused).toEqual([
    [3, 'not JSON'],
    [5, 'captured_at is in the future'],
    [6, 'no place: give geohash, or lat and lon (0,0 is not accepted as a place)'],
    [7, 'longer than 4096 bytes'],
  ])
  expect(bytes).toBe(Buffer.byteLength(lines.join('\n')))
  const rows = await database.sql`
    select encode(sha256, 'hex') as id, cell, extract(epoch from captured_at)::float8 as at, media_type from capture`
  const at = Date.parse('2026-02-01T10:00:00Z') / 1_000
  const row = (name: string, geohash: string) => ({
    id: idOf(name),
    cell: geohashToCell(geohash),
    at,
    media_type: null,
  })
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set([row('a', 'u33dbb'), row('b', 'sr8rq3'), row('e', 'u33dbb')].map((row) => JSON.stringify(row))),
  )
  // Without the time of ingestion, whose digits may contain the searched ones.
  const [dump] =
    await database.sql`select string_agg((to_jsonb(c) - 'received_at')::text, '') as rows from capture c`
  expect(`${dump?.rows}${JSON.stringify(refused)}`).not.toMatch(/43\.46|11\.88/)
})

test('ingesting a manifest again, or an empty one, changes nothing', async () => {
  const path = manifest(['a', 'b', 'c'].map((name) => line(name)))
  expect((await ingest(path)).result).toEqual({ created: 3, known: 0, refused: 0 })
  const before = await database.sql`select * from capture order by sha256`
  expect((await ingest(path)).result).toEqual({ created: 0, known: 3, refused: 0 })
  expect(await database.sql`select * from capture order by sha256`).toEqual(before)
  expect((await ingest(manifest([]))).result).toEqual({ created: 0, known: 0, refused: 0 })
})

test('more lines than a batch are all ingested with different salts, and the worker is notified', async () => {
  const heard: string[] = []
  const { unlisten } = await database.sql.listen(workerChannel, () => void heard.push('capture'))
  const path = join(folder, 'large.ndjson')
  const count = 20_001
  await pipeline(function* () {
    for (let at = 0; at < count; at += 1_000) {
      const names = Array.from({ length: Math.min(1_000, count - at) }, (_, index) => `large ${at + index}`)
      yield `${names.map((name) => line(name)).join('\n')}\n`
    }
  }, createWriteStream(path))
  expect((await ingest(path)).result).toEqual({ created: count, known: 0, refused: 0 })
  const [found] = await database.sql`
    select count(*)::int as rows, count(distinct salt)::int as salts, min(octet_length(salt)) as bytes from capture`
  expect(found).toEqual({ rows: count, salts: count, bytes: 32 })
  await until(() => heard.length > 0, { what: 'a notice' })
  await unlisten()
})

test('two concurrent manifests with the same captures in opposite order store each capture once', async () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `shared ${index}`)
  const forward = join(folder, 'forward.ndjson')
  const backward = join(folder, 'backward.ndjson')
  writeFileSync(forward, names.map((name) => line(name)).join('\n'))
  writeFileSync(
    backward,
    names
      .toReversed()
      .map((name) => line(name))
      .join('\n'),
  )
  const [one, two] = await Promise.all([ingest(forward), ingest(backward)])
  expect(one.result.created + two.result.created).toBe(5_000)
  expect(one.result.known + two.result.known).toBe(5_000)
})

test('a manifest that cannot be read is an error', async () => {
  await expect(ingest(join(folder, 'missing.ndjson'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a failing database is an error, not a lost batch', async () => {
  const path = manifest(Array.from({ length: 20_001 }, (_, index) => line(`lost ${index}`)))
  await database.sql`alter table capture add constraint refuse_all check (cell < 0) not valid`
  try {
    await expect(ingest(path)).rejects.toMatchObject({ constraint_name: 'refuse_all' })
  } finally {
    await database.sql`alter table capture drop constraint refuse_all`
  }
})
