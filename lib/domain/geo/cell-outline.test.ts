import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseArea } from '#lib/domain/geo/area'
import { outlineCells } from '#lib/domain/geo/cell-outline'
import { coverArea } from '#lib/domain/geo/cover'
import { axisBits } from '#lib/domain/geo/geohash'

/** Cells of a picture, its lowest row last, somewhere on the globe. */
function cellsOf(picture: string, column = 16_000, row = 20_000): Set<number> {
  const lines = picture
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .reverse()
  return new Set(
    lines.flatMap((line, y) =>
      [...line].flatMap((sign, x) => (sign === '#' ? [((row + y) << axisBits) | (column + x)] : [])),
    ),
  )
}
const cover = (coordinates: unknown) =>
  new Set(
    coverArea(parseArea({ type: 'Polygon', coordinates })).flatMap(([low, high]) =>
      Array.from({ length: high - low + 1 }, (_, index) => low + index),
    ),
  )

test.each([
  ['a cell', '#', 1],
  ['a bar', '###', 1],
  ['a corner', '##\n#.', 1],
  ['a ring round a hole', '###\n#.#\n###', 2],
  ['a stair', '.##\n##.', 1],
  ['two holes that meet at a corner', '####\n#.##\n##.#\n####', 2],
])('the outline of %s covers its cells and no others', (_, picture, rings) => {
  const cells = cellsOf(picture)
  const outline = outlineCells(cells)
  expect(outline).toHaveLength(rings)
  expect(cover(outline)).toEqual(cells)
})

test('cells that meet at a corner only are two groups', () => {
  expect(outlineCells(cellsOf('#.\n.#'))).toHaveLength(2)
})

test('connected cells are covered exactly, at all latitudes and at the ends of the grid', () => {
  // A longer path may enclose more than the 100 km² that an area may have.
  const steps = fc.array(fc.constantFrom([0, 1], [1, 0], [0, -1], [-1, 0]), { maxLength: 36 })
  const start = fc.tuple(fc.integer({ min: 0, max: 32_767 }), fc.integer({ min: 1, max: 32_766 }))
  fc.assert(
    fc.property(start, steps, ([column, row], path) => {
      let [x, y] = [column, row]
      const cells = new Set([(y << axisBits) | x])
      for (const [dx, dy] of path) {
        x = Math.min(32_767, Math.max(0, x + dx!))
        y = Math.min(32_767, Math.max(0, y + dy!))
        cells.add((y << axisBits) | x)
      }
      const rings = outlineCells(cells)
      const area = (ring: [number, number][]) =>
        ring
          .slice(1)
          .reduce(
            (sum, [a, b], index) => sum + (ring[index]![0] - column) * b - (a - column) * ring[index]![1],
            0,
          )
      const outside = rings.filter((ring) => area(ring) > 0)
      expect(outside).toHaveLength(1)
      expect(cover([outside[0], ...rings.filter((ring) => ring !== outside[0])])).toEqual(cells)
    }),
  )
})
