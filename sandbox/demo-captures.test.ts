import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { readCaptures } from '#lib/adapters/media/read-captures'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { CaptureRefused, type FoundTime } from '#lib/domain/proof/capture'
import { demoCapturePath, demoCaptures } from '#sandbox/demo-captures'

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
