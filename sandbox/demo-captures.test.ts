import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { readCaptures } from '#lib/adapters/media/read-captures'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { CaptureRefused, type FoundTime } from '#lib/domain/proof/capture'
import { daylightBefore, demoCapturePath, demoCaptures } from '#sandbox/demo-captures'

type Shown = { mediaType: string; ownPlace: string | undefined; time: FoundTime }
const shown = new Map<string, Shown>()

/** Skips the hashing of pictures: only place and time are checked here. */
const isHashed = async () => true
/** Reading the captures takes seconds, and much longer on a busy machine. */
const readTimeoutMs = 120_000

beforeAll(async () => {
  const paths = demoCaptures.map(({ file }) => demoCapturePath(file))
  const files = await readCaptures(paths, { isHashed })
  for (const [index, file] of files.entries()) {
    if (file instanceof CaptureRefused) throw file
    const { cell, mediaType, time } = file
    const ownPlace = cell === undefined ? undefined : cellToGeohash(cell)
    shown.set(demoCaptures[index]!.file, { mediaType, ownPlace, time })
  }
}, readTimeoutMs)

test('a place is declared only for a file without one, or for one whose name says where it is from and that it is declared', () => {
  for (const { file, geohash } of demoCaptures) {
    const { ownPlace } = shown.get(file)!
    if (geohash === undefined) expect(ownPlace, file).toMatch(/^(u33dbb|sr8rq[23]|u3cku[57])$/)
    else if (ownPlace !== undefined) expect(file).toMatch(/^lund-declared-in-florence-/)
  }
})

test('a time is declared only for a file without a usable one; where two clocks contradict each other, it is that of the receiver', () => {
  for (const { file, taken } of demoCaptures) {
    const { time } = shown.get(file)!
    if (time.kind === 'contradictory') expect(Date.parse(taken as string) / 1_000, file).toBe(time.utc)
    else expect(time.kind, file).toBe('none')
  }
})

test('around the cathedral of Florence there are several cells of each age', () => {
  const here = demoCaptures.filter(({ geohash }) => geohash && /^(srb1|srb0|spzc|spzb)/.test(geohash))
  const cellsWithin = (fromHours: number, toHours: number) =>
    new Set(
      here.flatMap(({ taken, geohash }) =>
        typeof taken === 'object' && taken.hoursAgo > fromHours && taken.hoursAgo <= toHours ? [geohash] : [],
      ),
    ).size
  expect(here.find(({ geohash }) => geohash === 'srb100')?.taken).toEqual({ hoursAgo: 0.6 })
  expect(cellsWithin(0, 24)).toBeGreaterThanOrEqual(3)
  expect(cellsWithin(24, 7 * 24)).toBeGreaterThanOrEqual(3)
  expect(cellsWithin(7 * 24, 30 * 24)).toBeGreaterThanOrEqual(2)
  expect(cellsWithin(30 * 24, 365 * 24)).toBeGreaterThanOrEqual(3)
})

test('whenever the sandbox starts, its captures are of the hours of daylight, in order, and not older by a day than declared', () => {
  const hour = 3_600_000
  const hoursAgo = demoCaptures
    .flatMap(({ taken }) => (typeof taken === 'object' ? taken.hoursAgo : []))
    .sort((a, b) => a - b)
  const hourInRome = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit' })
  for (const start of ['2026-11-29T00:10:00Z', '2026-06-15T04:31:00Z'])
    for (let at = Date.parse(start); at < Date.parse(start) + 24 * hour; at += hour / 4) {
      const times = hoursAgo.map((hours) => daylightBefore(at, hours))
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      for (const [index, time] of times.entries()) {
        expect(time).toBeLessThan(at)
        const days = (ms: number) => Math.ceil(ms / (24 * hour))
        expect(days(at - time)).toBe(days(hoursAgo[index]! * hour))
        // Beyond a change of clocks they are an hour off.
        const spare = at - time > 30 * 24 * hour ? 1 : 0
        expect(Number(hourInRome.format(time))).toBeGreaterThanOrEqual(10 - spare)
        expect(Number(hourInRome.format(time))).toBeLessThan(16 + spare)
      }
    }
  // In the middle of the day the newest is of the same hour.
  expect(new Date(daylightBefore(Date.parse('2026-11-29T12:00:00Z'), 0.6)).toISOString()).toBe(
    '2026-11-29T11:51:00.000Z',
  )
})

test('the first capture is a photograph that a browser shows', () => {
  expect(shown.get(demoCaptures[0]!.file)?.mediaType).toBe('image/jpeg')
})

test('every file of the folder is credited, and nothing else is', () => {
  const files = readdirSync(demoCapturePath('.')).filter((name) => name !== 'CREDITS.md')
  const credits = readFileSync(demoCapturePath('CREDITS.md'), 'utf8')
  const credited = [...credits.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
  expect(credited.sort()).toEqual(files.sort())
  for (const { file } of demoCaptures) expect(files).toContain(file)
})
