import { expect, test } from 'vitest'
import { unwrapPolygons } from '#lib/adapters/basemap/unwrap'
import { unwrapLine } from '#lib/domain/geo/unwrap-line'

test('longitudes continue beyond ±180 where a line crosses the antimeridian, in both directions', () => {
  const line = [
    [170, 0],
    [-170, 1],
    [175, 2],
  ]
  expect(unwrapLine(line)).toEqual([
    [170, 0],
    [190, 1],
    [175, 2],
  ])
})

test('a ring around a pole is closed over it, and a hole is shifted with its outline', () => {
  const round = [
    [-90, -70],
    [0, -70],
    [90, -70],
    [180, -70],
    [-90, -70],
  ]
  const [antarctica] = unwrapPolygons({ type: 'Polygon', coordinates: [round] }).coordinates
  expect(antarctica![0]!.slice(-3)).toEqual([
    [270, -90],
    [-90, -90],
    [-90, -70],
  ])
  const outline = [
    [-170, 50],
    [170, 50],
    [60, 40],
    [170, 70],
    [-170, 50],
  ]
  const sea = [
    [70, 45],
    [75, 45],
    [75, 46],
    [70, 45],
  ]
  const [land] = unwrapPolygons({ type: 'Polygon', coordinates: [outline, sea] }).coordinates
  expect(land![0]!.map(([x]) => x)).toEqual([-170, -190, -300, -190, -170])
  expect(land![1]!.map(([x]) => x)).toEqual([-290, -285, -285, -290])
})
