import { expect, test } from 'vitest'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { frameCell } from '#lib/domain/map/cell-frame'
import { pickLabels, pickStreetLabels } from '#lib/domain/map/pick-labels'

const frame = frameCell(geohashBounds('u33dc0')!, { minWidth: 9 / 360 })
const place = (name: string, x: number, y: number, size = 5) => ({ name, x, y, size, rank: 0 })

test('a town at the cell is named below the mark of the cell, without a dot over the mark', () => {
  const [label] = pickLabels(frame, [place('Berlin', 402, 251)])
  expect(label).toMatchObject({ name: 'Berlin', dot: undefined, side: 'below' })
  expect(label!.textY).toBeGreaterThan(280)
})

test('the largest town near the cell is named before larger ones far away', () => {
  const labels = pickLabels(frame, [place('Hamburg', 120, 120, 6), place('Potsdam', 340, 290, 5)])
  expect(labels.map(({ name }) => name)).toEqual(['Potsdam', 'Hamburg'])
})

test('the town in the name of the cell comes before a larger one, which is not named at the same mark', () => {
  const [malmo, hamburg] = [place('Malmö', 390, 262, 6), place('Hamburg', 120, 120, 6)]
  const lund = place('Lund', 402, 251, 5)
  const names = (places: (typeof malmo)[]) => pickLabels(frame, places, lund).map(({ name }) => name)
  expect(names([malmo, hamburg])).toEqual(['Lund', 'Hamburg'])
  expect(names([malmo, hamburg, { ...lund, x: 404 }])).toEqual(['Lund', 'Hamburg'])
})

test('a name at the right edge stands to the left of its dot', () => {
  expect(pickLabels(frame, [place('Wroclaw', 770, 120)])).toMatchObject([{ side: 'left' }])
})

test('no name is near the upper edge, which a card cuts off, and none is over the credit', () => {
  expect(pickLabels(frame, [place('Rostock', 300, 20), place('Leipzig', 300, 430)])).toEqual([])
  expect(pickLabels(frame, [place('Dresden', 680, 430)])).toEqual([])
})

test('of two towns at one place, the larger is named', () => {
  const labels = pickLabels(frame, [place('Altona', 124, 122), place('Hamburg', 120, 120, 6)])
  expect(labels.map(({ name }) => name)).toEqual(['Hamburg'])
})

test('at most six names are picked', () => {
  const places = Array.from({ length: 24 }, (_, index) =>
    place(`T${index}`, 60 + (index % 6) * 130, 90 + Math.floor(index / 6) * 90),
  )
  expect(pickLabels(frame, places)).toHaveLength(6)
})

test('a map of streets names a place in the middle of it, also over the cell, and once', () => {
  const quarter = place('Oltrarno', 400, 250)
  const labels = pickStreetLabels([quarter, quarter])
  expect(labels).toEqual([
    { name: 'Oltrarno', dot: undefined, textX: 400, textY: expect.any(Number), side: 'below' },
  ])
  expect(labels[0]!.textY).toBeLessThan(250)
})

test('a map of streets names a town rather than a square at the same point', () => {
  const square = { ...place('Piazza', 400, 250), rank: 1 }
  expect(pickStreetLabels([square, place('Florence', 400, 250)])).toMatchObject([{ name: 'Florence' }])
})
