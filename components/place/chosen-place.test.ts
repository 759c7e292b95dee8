import { describe, expect, test } from 'vitest'
import { overviewZoom } from '#lib/client/view-of'
import { geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'
import {
  areaAround,
  areaOf,
  type ChosenPlace,
  farFromTown,
  hasStreetsAt,
  isAtEdge,
  middleOf,
  neighboursNear,
  resized,
  roomierSize,
  spotOf,
  viewAround,
} from './chosen-place.ts'

const florence = { styleUrl: undefined, streets: { south: 43.7, west: 11.1, north: 43.9, east: 11.4 } }
const ognissanti = { latitude: 43.7727, longitude: 11.2447 }

test('the area stays around the searched or pressed place at every size', () => {
  for (let step = 0; step < 200; step++) {
    const at = { latitude: 43.6 + (step % 20) * 0.017, longitude: 11.1 + Math.floor(step / 20) * 0.031 }
    const first = areaAround(at, 6)
    for (const sizes of [[5], [4], [3], [5, 4, 3, 5]]) {
      const through = sizes.reduce<ChosenPlace>((now, size) => resized(now, size) ?? now, first)
      expect(resized(through, 6)?.place).toBe(first.place)
    }
  }
})

test('a large area first, as for a town, is made smaller around the middle of the town', () => {
  const florence = areaAround({ latitude: 43.7731, longitude: 11.2562 }, 5)
  expect(resized(florence, 6)?.place).toBe(florence.spot)
  expect(middleOf(florence)?.latitude).toBeCloseTo(43.7731, 1)
})

test('the name by which it was found stays with it', () => {
  expect(resized({ ...areaAround(ognissanti, 6), placeName: 'Ognissanti' }, 4)?.placeName).toBe('Ognissanti')
})

test('an area of which no place is known is not made smaller', () => {
  expect(resized({ place: 'spz' }, 6)).toBeUndefined()
  expect(resized({ place: 'spz' }, 2)?.place).toBe('sp')
  expect(resized({ place: undefined }, 6)).toBeUndefined()
})

test('a stored place outside the area does not count', () => {
  expect(spotOf({ place: 'spzb', spot: 'u33db2' })).toBe('spzb')
  expect(spotOf({ place: undefined, spot: 'u33db2' })).toBeUndefined()
})

test('the map shows the place in its middle, and all of the area', () => {
  const around = areaAround({ latitude: 43.7731, longitude: 11.2562 }, 5)
  const { latitude, longitude, zoom } = viewAround(around, florence)
  expect({ latitude, longitude }).toEqual(middleOf(around))
  const { south, north, west, east } = geohashBounds(around.place)!
  // The smallest map of the pages is 300 pixels wide.
  const degrees = (300 / 512 / 2 ** zoom) * 360
  expect(longitude - degrees / 2).toBeLessThanOrEqual(west)
  expect(longitude + degrees / 2).toBeGreaterThanOrEqual(east)
  const high = degrees * Math.cos((latitude * Math.PI) / 180)
  expect(latitude - high / 2).toBeLessThanOrEqual(south + 1e-3)
  expect(latitude + high / 2).toBeGreaterThanOrEqual(north - 1e-3)
  expect(viewAround({ place: undefined }, florence)).toMatchObject({ zoom: 0.8 })
})

test('where the map has no streets it is an overview, and never closer', () => {
  const mumbai = areaAround({ latitude: 18.94, longitude: 72.83 }, 6)
  expect(viewAround(mumbai, florence)).toEqual({ ...middleOf(mumbai), zoom: overviewZoom })
  expect(viewAround({ place: 't' }, florence).zoom).toBeLessThan(7)
  expect(viewAround(areaAround(ognissanti, 6), florence).zoom).toBeGreaterThan(13)
  expect(viewAround(areaAround(ognissanti, 6), { ...florence, streets: undefined }).zoom).toBe(overviewZoom)
  expect(hasStreetsAt(mumbai, { ...florence, styleUrl: 'https://tiles.example/style.json' })).toBe(true)
})

test('a place is at the edge of an area if much of what surrounds it lies outside', () => {
  const { south, north, west, east } = geohashBounds('srb10')!
  const at = (right: number, up: number) => ({
    latitude: south + (north - south) * up,
    longitude: west + (east - west) * right,
  })
  for (const [right, up] of [
    [0.05, 0.5],
    [0.95, 0.5],
    [0.5, 0.02],
    [0.5, 0.97],
  ] as const)
    expect(isAtEdge('srb10', at(right, up))).toBe(true)
  for (const [right, up] of [
    [0.5, 0.5],
    [0.2, 0.8],
    [0.85, 0.15],
  ] as const)
    expect(isAtEdge('srb10', at(right, up))).toBe(false)
})

test('a larger area is offered only if the place is further from its edge', () => {
  const bounds = (geohash: string) => geohashBounds(geohash)!
  const middle = (geohash: string) => ({
    latitude: (bounds(geohash).south + bounds(geohash).north) / 2,
    longitude: (bounds(geohash).west + bounds(geohash).east) / 2,
  })
  // In the middle of the square of 5 km, and at the edge of the smallest one there.
  const { place } = areaAround(middle('srb10'), 6)
  expect(roomierSize(place, middle('srb10'))).toBe(5)
  // In a corner of the square of 5 km.
  const corner = { latitude: bounds('srb10').south + 1e-4, longitude: bounds('srb10').west + 1e-4 }
  expect(roomierSize(areaAround(corner, 6).place, corner)).not.toBe(5)
  expect(roomierSize('srb', middle('srb10'))).toBeUndefined()
})

test('a town gets a large area, or a small one around its middle if that is at the edge of the large one', () => {
  const town = (longitude: number, latitude: number) => {
    const { spot, place } = areaAround({ latitude, longitude }, 5)
    return { spot, geohash: place, position: [longitude, latitude] as const }
  }
  const florence = town(11.2562, 43.7731)
  expect(areaOf(florence)).toBe(florence.spot)
  const bern = town(7.44744, 46.94809)
  expect(areaOf(bern)).toBe(bern.geohash)
})

test('an area is drawn smaller where the map has less room', () => {
  const around = areaAround({ latitude: 43.7731, longitude: 11.2562 }, 5)
  expect(viewAround(around, florence, 150).zoom).toBeCloseTo(viewAround(around, florence).zoom - 1)
})

describe('near an edge', () => {
  const area = geohashBounds('spz8kd')!
  const middle = { latitude: (area.south + area.north) / 2, longitude: (area.west + area.east) / 2 }

  test('the area on the other side is offered, and in a corner both', () => {
    expect(neighboursNear('spz8kd', middle)).toEqual([])
    const east = { latitude: middle.latitude, longitude: area.east - 0.0001 }
    const [beside, ...others] = neighboursNear('spz8kd', east)
    expect(others).toEqual([])
    expect(beside!.side).toBe('east')
    expect(geohashBounds(beside!.geohash)!.west).toBeCloseTo(area.east, 9)
    const corner = { latitude: area.south + 0.0001, longitude: area.west + 0.0001 }
    expect(neighboursNear('spz8kd', corner).map(({ side }) => side)).toEqual(['west', 'south'])
  })

  test('the neighbour across the antimeridian is found, and none beyond a pole', () => {
    const east = { latitude: 0.1, longitude: 179.9999 }
    expect(neighboursNear(geohashAt(east, 6), east)[0]!.geohash).toMatch(/^8/)
    const pole = { latitude: 89.9999, longitude: 0.1 }
    expect(neighboursNear(geohashAt(pole, 6), pole).map(({ side }) => side)).not.toContain('north')
  })
})

test('only an area that its name calls far from a town is asked about', () => {
  expect(farFromTown('127 km from Toulon, France')).toBe('127 km from Toulon, France')
  expect(farFromTown('24 km from Lund, Sweden')).toBeUndefined()
  expect(farFromTown('Central Florence')).toBeUndefined()
  expect(farFromTown(undefined)).toBeUndefined()
})
