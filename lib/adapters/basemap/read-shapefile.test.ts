import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readShapefile } from '#lib/adapters/basemap/read-shapefile'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shapes-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Lines = [number, number][][]

async function write(name: string, records: readonly Lines[], type = 3): Promise<string> {
  const path = join(folder, name)
  const shapes = records.map((parts) => {
    const points = parts.flat()
    const record = Buffer.alloc(8 + 44 + 4 * parts.length + 16 * points.length)
    record.writeInt32BE((record.length - 8) / 2, 4)
    record.writeInt32LE(parts.length > 0 ? type : 0, 8)
    record.writeInt32LE(parts.length, 44)
    record.writeInt32LE(points.length, 48)
    parts.forEach((_, part) => {
      record.writeInt32LE(parts.slice(0, part).flat().length, 52 + 4 * part)
    })
    points.flat().forEach((value, index) => {
      record.writeDoubleLE(value, 52 + 4 * parts.length + 8 * index)
    })
    return record
  })
  await writeFile(`${path}.shp`, Buffer.concat([Buffer.alloc(100), ...shapes]))
  const header = Buffer.alloc(65)
  header.writeUInt32LE(records.length, 4)
  header.writeUInt16LE(65, 8)
  header.writeUInt16LE(9, 10)
  header.write('name', 32, 'latin1')
  header[48] = 8
  header[64] = 0x0d
  const rows = records.map((_, index) => Buffer.from(` ${`Zêzere${index}`.padEnd(8)}`, 'latin1'))
  await writeFile(`${path}.dbf`, Buffer.concat([header, ...rows]))
  return path
}

test('lines are read with all parts and their attributes, and empty ones are left out', async () => {
  const seine: Lines = [
    [
      [2.25, 48.75],
      [2.5, 48.5],
    ],
    [
      [3, 48],
      [3.5, 47],
      [4, 46.5],
    ],
  ]
  expect(await readShapefile(await write('rivers', [[], seine]))).toEqual([
    {
      type: 'Feature',
      properties: { name: 'Zêzere1' },
      geometry: { type: 'MultiLineString', coordinates: seine },
    },
  ])
})

test('shapes that are not lines are refused', async () => {
  const path = await write('areas', [[[[1, 2]]]], 5)
  await expect(readShapefile(path)).rejects.toThrow('type 5')
})
