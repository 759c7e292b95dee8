import { expect, test } from 'vitest'
import { mercator } from '#lib/domain/geo/tile'
import { frameOf, worldSize } from './world-frame.ts'
import { chooseNames } from './world-names.ts'

const europe = frameOf(['spzc', 'u33d', 'u79w'])
const berlin = { name: 'Berlin', longitude: 13.4, latitude: 52.52 }
const potsdam = { name: 'Potsdam', longitude: 13.06, latitude: 52.4 }
const madrid = { name: 'Madrid', longitude: -3.7, latitude: 40.42 }
const sydney = { name: 'Sydney', longitude: 151.2, latitude: -33.9 }
const tokyo = { name: 'Tokyo', longitude: 139.7, latitude: 35.7 }
const namesOf = (names: ReturnType<typeof chooseNames>) => names.map(({ name }) => name)

test('the most important city is named, and not another one in its place', () => {
  expect(namesOf(chooseNames(europe, [berlin, potsdam, madrid], []))).toEqual(['Berlin', 'Madrid'])
  expect(namesOf(chooseNames(europe, [potsdam, berlin], []))).toEqual(['Potsdam'])
})

test('a city that the map does not show is not named', () => {
  expect(namesOf(chooseNames(europe, [sydney], []))).toEqual([])
})

test('no name covers a point of light', () => {
  const { x, y } = mercator(berlin.longitude, berlin.latitude)
  const pixel = 1 / worldSize(europe, { width: 340, height: 230 })
  // A name stands above its city, and so above the light there.
  expect(namesOf(chooseNames(europe, [berlin], [{ x, y }]))).toEqual(['Berlin'])
  expect(
    chooseNames(europe, [berlin], [{ x, y: y - 14 * pixel }]).filter(({ isForWide }) => !isForWide),
  ).toEqual([])
})

test('a name without room on a narrow map is for wide maps only', () => {
  const prague = { name: 'Prague', longitude: 14.42, latitude: 50.09 }
  const isForWide = Object.fromEntries(
    chooseNames(europe, [berlin, prague], []).map((each) => [each.name, each.isForWide]),
  )
  expect(isForWide).toEqual({ Berlin: false, Prague: true })
})

test('the whole world has names too', () => {
  const named = chooseNames(frameOf([]), [tokyo, madrid, berlin], [])
  expect(namesOf(named)).toContain('Tokyo')
})
