import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxRadiusM, parseArea } from '#lib/domain/geo/area'
import { coverArea } from '#lib/domain/geo/cover'
import type { Position } from '#lib/domain/map/map-types'
import { areaOf, canClose, close, emptySketch, instruct, moveCorner, place, takeBack } from './drawing.ts'

const latitude = fc.double({ min: -84, max: 84, noNaN: true })
/** Longitudes of a map that shows the world more than once. */
const longitude = fc.double({ min: -900, max: 900, noNaN: true })

test('two points make a circle, and the next one starts another', () => {
  const begun = place(emptySketch('circle'), [13.4, 52.5])
  expect(begun.area).toBeUndefined()
  const { sketch, area } = place(begun.sketch, [13.4, 52.51])
  expect(area).toEqual({ type: 'circle', centre: [13.4, 52.5], radiusM: 1112 })
  expect(sketch).toEqual(emptySketch('circle'))
})

test('every circle that can be drawn can be queried', () => {
  fc.assert(
    fc.property(longitude, latitude, longitude, latitude, (x1, y1, x2, y2) => {
      fc.pre(x1 !== x2 || y1 !== y2)
      const { area } = place(place(emptySketch('circle'), [x1, y1]).sketch, [x2, y2])
      if (area?.type !== 'circle') throw new Error('no circle')
      const parsed = parseArea({ type: 'Point', coordinates: area.centre }, area.radiusM)
      expect(coverArea(parsed).length).toBeGreaterThan(0)
    }),
  )
})

test('an outline needs three corners to close, and becomes a ring that the API accepts, also across the antimeridian', () => {
  const corners: Position[] = [
    [179.99, 10],
    [180.02, 10],
    [180.02, 10.02],
  ]
  let sketch = emptySketch('polygon')
  for (const corner of corners) {
    expect(canClose(sketch)).toBe(false)
    expect(close(sketch)).toEqual({ sketch })
    sketch = place(sketch, corner).sketch
  }
  const { area } = close(sketch)
  expect(area).toEqual({
    type: 'polygon',
    rings: [
      [
        [179.99, 10],
        [-179.98, 10],
        [-179.98, 10.02],
        [179.99, 10],
      ],
    ],
  })
  const rings = area?.type === 'polygon' ? area.rings : []
  expect(coverArea(parseArea({ type: 'Polygon', coordinates: rings })).length).toBeGreaterThan(0)
})

test('a repeated corner counts once, and the last corner can be undone', () => {
  const { sketch } = place(emptySketch('polygon'), [1, 2])
  expect(place(sketch, [1, 2]).sketch).toBe(sketch)
  expect(takeBack(sketch)).toEqual(emptySketch('polygon'))
  expect(takeBack(emptySketch('polygon'))).toEqual(emptySketch('polygon'))
})

test('the words say what is next, and how large it would be', () => {
  const circle = place(emptySketch('circle'), [0, 0]).sketch
  expect(instruct(emptySketch('circle'), undefined, '')).toContain('centre')
  expect(instruct(circle, areaOf(circle, [0, 0.005]), ', 0.97 km²')).toBe('Radius 556 m, 0.97 km².')
  expect(areaOf(circle, [0, 1])).toMatchObject({ radiusM: maxRadiusM })
  expect(instruct(circle, areaOf(circle, [0, 1]), '')).toBe('Radius 5.00 km (the largest).')
  const two = place(place(emptySketch('polygon'), [0, 0]).sketch, [1, 0]).sketch
  expect(instruct(two, undefined, '')).toBe('2 corners. Choose the next one.')
})

test('a corner that was set can be moved, and the others stay', () => {
  const two = place(place(emptySketch('polygon'), [0, 0]).sketch, [1, 0]).sketch
  expect(moveCorner(two, 1, [2, 3]).corners).toEqual([
    [0, 0],
    [2, 3],
  ])
})
