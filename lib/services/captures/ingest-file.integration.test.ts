import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import type { TimeHints } from '#lib/domain/proof/capture'
import { ingestFiles } from '#lib/services/captures/ingest-file'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { berlinGps, jpeg, sample, samplePath, takenAt } from '#testing/media-fixtures'
import { sampled } from '#testing/sampled'
import { until } from '#testing/until'

const now = new Date('2026-11-21T00:00:00Z')
const clock = { now: () => now }

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cairn-ingest-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})
beforeEach(() => database.sql`truncate capture, picture_hash, withdrawn_capture`)

const ingest = async (path: string, hints: TimeHints = {}) => (await ingestAll({ path, ...hints }))[0]!

/** In one call, which starts each program that reads files once. */
const ingestAll = (...files: ({ path: string } & TimeHints)[]) =>
  ingestFiles({ ctx: { ...database, clock }, input: { files } })
const samples = (names: readonly string[]) => names.map((name) => ({ path: samplePath(name) }))

let written = 0
function file(bytes: Buffer): string {
  written += 1
  const path = join(folder, `${written}.jpg`)
  writeFileSync(path, bytes)
  return path
}
const photograph = (time: string, offset?: string) => jpeg({ exif: takenAt(time, offset), gps: berlinGps })

type Row = {
  id: string
  cell: number
  at: string
  salt: Buffer
  mediaType: string | null
  byteLength: number | null
}
const rows = () => database.sql<Row[]>`
  select encode(sha256, 'hex') as id, cell, to_char(captured_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
    salt, media_type as "mediaType", byte_length::int as "byteLength" from capture order by received_at, sha256`

const stored = [
  ['video/meta/gps_apple.mov', 'dr5reg', '2026-11-20T10:00:00.000000', 'video/quicktime'],
  ['video/meta/gps_android.mp4', 'dr5reg', '2026-11-20T10:00:00.000000', 'video/mp4'],
  ['places/nokia.heif', 'ezjr66', '2022-01-12T07:30:14.000000', 'image/heif'],
] as const
const storedTitle = 'each file is stored as its cell and its whole second ($count types)'
sampled(storedTitle, { few: 1, many: stored.length }, async (count) => {
  const files = stored.slice(0, count)
  const outcomes = await ingestAll(...samples(files.map(([name]) => name)))
  expect(outcomes.map(({ status }) => status)).toEqual(files.map(() => 'new'))
  const byId = new Map((await rows()).map((row) => [row.id, row]))
  for (const [at, [name, geohash, time, mediaType]] of files.entries()) {
    const outcome = outcomes[at]!
    const row = byId.get(outcome.status === 'new' ? outcome.observationId : '')!
    expect([name, cellToGeohash(row.cell), row.at, row.mediaType]).toEqual([name, geohash, time, mediaType])
    expect(row.byteLength).toBe(sample(name).length)
    expect(row.salt).toHaveLength(32)
  }
})

const refused: [string, string[]][] = [
  ['walk/17.jpg', ['no_time']],
  ['places/no-gps.jpg', ['no_place', 'no_offset']],
  ['video/qc/truncated_faststart.mp4', ['truncated']],
  ['video/hostile/hls_local.mp4', ['unsupported']],
  ['places/missing.jpg', ['unreadable']],
  ['video/qc/one_second.mp4', ['no_place', 'no_time']],
  ['video/c2pa/video1.mp4', ['no_place']],
]
sampled(
  'each of $count refused files is told why, and nothing is stored',
  { few: 5, many: refused.length },
  async (count) => {
    const files = refused.slice(0, count)
    const outcomes = await ingestAll(...samples(files.map(([name]) => name)))
    const refusals = outcomes.map((outcome) => ('refusals' in outcome ? outcome.refusals : []))
    expect(files.map(([name], at) => [name, refusals[at]])).toEqual(files)
    expect(await rows()).toHaveLength(0)
    expect(await database.sql`select from picture_hash`).toHaveLength(0)
  },
)

test('the time is that of the file; a given one or a given offset counts where it has none, or contradictory ones', async () => {
  const given = Date.parse('2015-06-01') / 1_000
  const timeless = file(jpeg({ gps: berlinGps }))
  const contradictory = samplePath('places/DSCN0010.jpg')
  const local = file(photograph('2026:01:02 09:30:00'))
  const outcomes = await ingestAll(
    { path: samplePath('places/berlin-01.jpg'), capturedAt: given },
    { path: file(photograph('2022:01:12 07:30:14', 'Z')), capturedAt: given },
    { path: contradictory },
    { path: contradictory, capturedAt: Date.parse('2008-10-23T14:27:07Z') / 1_000 },
    { path: timeless, capturedAt: 1_000_000_000 },
    // It is known, so it needs no time.
    { path: timeless },
    { path: local },
    { path: local, utcOffsetMinutes: 60 },
    { path: file(photograph('2026:11:21 00:00:01', 'Z')) },
    { path: file(photograph('1969:12:31 23:59:59', 'Z')) },
    { path: file(photograph('2026:11:21 00:00:00', 'Z')) },
  )
  expect(outcomes).toMatchObject([
    { status: 'new' },
    { status: 'new' },
    {
      status: 'refused',
      refusals: ['contradictory'],
      clocks: '2008-10-22 16:28:39 by its own clock, 2008-10-23 14:27:07 UTC by another',
    },
    { status: 'new' },
    { status: 'new' },
    { status: 'known' },
    { status: 'refused', refusals: ['no_offset'] },
    { status: 'new' },
    { status: 'refused', refusals: ['future'] },
    { status: 'refused', refusals: ['before_1970'] },
    { status: 'new' },
  ])
  expect((await rows()).map(({ at }) => at)).toEqual([
    '2015-06-01T00:00:00.000000',
    '2022-01-12T07:30:14.000000',
    '2008-10-23T14:27:07.000000',
    '2001-09-09T01:46:40.000000',
    '2026-01-02T08:30:00.000000',
    '2026-11-21T00:00:00.000000',
  ])
})

test('the same file under two names at the same time becomes a single capture with a single salt', async () => {
  const bytes = photograph('2022:01:12 07:30:14', 'Z')
  const pair = [{ path: file(bytes) }, { path: file(bytes) }]
  const outcomes = (await Promise.all([ingestAll(...pair), ingestAll(...pair)])).flat()
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['known', 'known', 'known', 'new'])
  const before = await rows()
  expect(before).toHaveLength(1)
  await ingest(pair[1]!.path, { capturedAt: 5 })
  expect(await rows()).toEqual(before)
})

test('a file with one changed byte is a different capture with a different salt', async () => {
  const original = photograph('2022:01:12 07:30:14', 'Z')
  const altered = Buffer.from(original)
  altered[altered.length - 3]! ^= 1
  const outcomes = await ingestAll({ path: file(original) }, { path: file(altered) })
  expect(outcomes.map(({ status }) => status)).toEqual(['new', 'new'])
  const found = await rows()
  expect(new Set(found.map(({ id }) => id)).size).toBe(2)
  expect(found[0]?.salt.equals(found[1]!.salt)).toBe(false)
})

test('a capture from a manifest gets its type from the file, and its place and time stay unchanged', async () => {
  const sha256 = Buffer.from('17307b1207eb6487d7908e9d154890b46e3d2e0192369cfd3f4c33d5a5af4035', 'hex')
  await database.sql`
    insert into capture (sha256, cell, captured_at, salt) values (${sha256}, 7, to_timestamp(9), ${Buffer.alloc(32)})`
  expect(await ingest(samplePath('places/DSCN0010.jpg'))).toMatchObject({ status: 'known' })
  expect(await rows()).toMatchObject([
    { cell: 7, at: '1970-01-01T00:00:09.000000', mediaType: 'image/jpeg', byteLength: 161713 },
  ])
})

test('a worker is notified of a new capture but not of a known one', async () => {
  const heard: string[] = []
  const { unlisten } = await database.sql.listen(workerChannel, () => void heard.push('capture'))
  await database.sql.listen('fence', () => void heard.push('fence'))
  const path = file(photograph('2022:01:12 07:30:14', 'Z'))
  const outcomes = await ingestAll({ path }, { path })
  expect(outcomes.map(({ status }) => status)).toEqual(['new', 'known'])
  await database.sql.notify('fence', '')
  await until(() => heard.includes('fence'), { what: 'the later notice' })
  expect(heard).toEqual(['capture', 'fence'])
  await unlisten()
})

test('nothing finer than the cell and the second is stored anywhere in the database', async () => {
  await ingest(samplePath('places/DSCN0010.jpg'), { capturedAt: 1_224_772_027 })
  const [{ dump = '' } = {}] = await database.sql<{ dump: string }[]>`
    select string_agg(row_to_json(c)::text, '') as dump from capture c`
  const [row] = await rows()
  expect(Object.keys(JSON.parse(dump)).sort()).toEqual([
    'byte_length',
    'captured_at',
    'cell',
    'claims_fit',
    'claims_from',
    'leaf_hash',
    'leaf_index',
    'made_from',
    'media_type',
    'ready_at',
    'received_at',
    'round_id',
    'salt',
    'sha256',
    'tree_id',
  ])
  // 43.4674483, 11.8851267: neither in degrees nor as the rationals of the file.
  for (const trace of ['43.46', '11.88', '281400000', '645599999']) expect(dump).not.toContain(trace)
  expect(JSON.parse(dump)).toMatchObject({ cell: row?.cell, captured_at: '2008-10-23T14:27:07+00:00' })
})
