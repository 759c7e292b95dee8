import { expect, test } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import { nameByTown, nameCell } from '#lib/services/places/name-cell'

const ctx = { env: { map: { styleUrl: undefined, streets: undefined } } } as unknown as Context

test.each([
  ['u33dc0', 'Central Berlin'],
  ['u3ckw5', 'Near Staffanstorp, Sweden'],
  ['u33d', 'Area with Berlin and Neuenhagen, Germany'],
  ['ep5e9c', 'Around 40.00° N, 40.00° W'],
])('towns name the cell %s without an archive: %s', async (geohash, name) => {
  expect(await nameCell({ ctx, input: { geohash } })).toBe(name)
})

test('a cell is named by towns alone where nothing else may be asked', () => {
  expect(nameByTown('u281z5')).toBe('Central Munich')
  expect(nameByTown('sfp0h1')).toBe('77 km from Djibouti, Djibouti')
  expect(nameByTown('not one')).toBeUndefined()
})

test('a town is distinguished from a larger one of its name by a town nearby', async () => {
  const nameAt = (latitude: number, longitude: number) =>
    nameCell({ ctx, input: { geohash: geohashAt({ latitude, longitude }, 5) } })
  expect(await nameAt(34.7998, -87.6773)).toBe('Florence, near Huntsville, United States')
  expect(await nameAt(45.5234, -122.6762)).toBe('Portland, United States')
  expect(await nameAt(43.7793, 11.2463)).toBe('Florence, Italy')
})

test('a cell at the antimeridian is named after a town on either side', async () => {
  expect(await nameCell({ ctx, input: { geohash: 'ruzzrc' } })).toMatch(/, Fiji$/)
})

test('what is finer than six characters has no name', async () => {
  expect(await nameCell({ ctx, input: { geohash: 'u33dc0b' } })).toBeUndefined()
})
