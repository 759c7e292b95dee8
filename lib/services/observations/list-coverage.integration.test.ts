import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellAt, cellToGeohash } from '#lib/domain/geo/geohash'
import { coverageQuery, maxCoverageCells } from '#lib/schemas/coverage'
import { listCoverage } from '#lib/services/observations/list-coverage'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishLeaves } from '#testing/observations'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const digest = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
const ask = (bbox?: string) =>
  listCoverage({ ctx: database, input: coverageQuery.parse(bbox === undefined ? {} : { bbox }) })

let count = 0
async function publish(positions: readonly [latitude: number, longitude: number][]): Promise<void> {
  const treeId = ++count
  const leaves = positions.map(([latitude, longitude], index) => ({
    sha256: digest(`${treeId} ${index}`),
    leafHash: digest(`leaf ${treeId} ${index}`),
    cell: cellAt(latitude, longitude),
    capturedAtSeconds: 1_770_000_000 + index,
  }))
  await publishLeaves(database, { treeId, leaves })
}

const name = (latitude: number, longitude: number, length = 4) =>
  cellToGeohash(cellAt(latitude, longitude)).slice(0, length)

test('the coverage is empty before the first publication', async () => {
  expect(await ask()).toEqual({ precision: 4, cells: [] })
})

test('published captures appear as cells of four characters, and more captures in the same cells change nothing', async () => {
  await publish([
    [48.8584, 2.2945],
    [-17.7, 178.1],
    [-17.7, -179.9],
  ])
  const before = JSON.stringify(await ask())
  expect(JSON.parse(before)).toEqual({
    precision: 4,
    cells: [name(48.8584, 2.2945), name(-17.7, 178.1), name(-17.7, -179.9)].sort(),
  })
  // The next cell of six characters, at another time.
  await publish([
    [48.8584, 2.3055],
    [48.8584, 2.3055],
  ])
  expect(JSON.stringify(await ask())).toBe(before)
})

test('a box has its own cells, also across the antimeridian', async () => {
  expect((await ask('2,48,3,49')).cells).toEqual([name(48.8584, 2.2945)])
  expect((await ask('177,-18,-179,-17')).cells).toEqual([name(-17.7, -179.9), name(-17.7, 178.1)].sort())
  expect((await ask('-179,-18,177,-17')).cells).toEqual([])
  expect((await ask('2.2945,48.8584,2.2945,48.8584')).cells).toEqual([name(48.8584, 2.2945)])
})

test('too many cells are returned as coarser cells, which cover all of them', async () => {
  const positions = Array.from({ length: maxCoverageCells + 1 }, (_, index): [number, number] => [
    10 + Math.floor(index / 100) * 0.18,
    20 + (index % 100) * 0.36,
  ])
  await publish(positions)
  const { precision, cells } = await ask('19,9,57,20')
  expect(precision).toBe(3)
  expect(cells).toEqual([...new Set(positions.map(([y, x]) => name(y, x, 3)))].sort())
  expect((await ask('20,10,21,11')).precision).toBe(4)
})
