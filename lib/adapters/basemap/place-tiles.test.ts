import { expect, test } from 'vitest'
import { sortIntoTiles } from '#lib/adapters/basemap/place-tiles'

const town = (name: string, population: number) => ({
  name,
  otherNames: [],
  country: 'DE',
  population,
  isCapital: false,
  latitude: 52.5,
  longitude: 13.4,
})
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1')

test('the last zoom contains every town, the others only the largest', () => {
  const towns = Array.from({ length: 100 }, (_, index) => town(`Town${index}.`, 100_000 - index))
  const tiles = sortIntoTiles(towns, { maxZoom: 1 })
  const [far, near] = [textOf(tiles({ z: 0, x: 0, y: 0 })), textOf(tiles({ z: 1, x: 1, y: 0 }))]
  expect(far).toContain('Town0.')
  expect(far).not.toContain('Town99.')
  expect(near).toContain('Town99.')
  expect(tiles({ z: 1, x: 0, y: 0 })).toBeUndefined()
})
