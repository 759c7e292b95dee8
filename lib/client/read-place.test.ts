import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlace } from './read-place.ts'

test.each([
  ['48.8584, 2.2945', 5, 'u09tu', 'coordinates'],
  ['48.8584 2.2945', 6, 'u09tun', 'coordinates'],
  ['-33.8568;151.2153', 4, 'r3gx', 'coordinates'],
  ['151.2153, -33.8568', 4, 'r3gx', 'swapped coordinates'],
  [' U09TUNV ', 5, 'u09tu', 'cell'],
  ['u', 5, 'u', 'letters'],
  ['Dresden', 6, 'dresde', 'letters'],
])('%s is the cell %s', (text, characters, geohash, said) => {
  expect(readPlace(text, characters)).toEqual({ geohash, said })
})

test.each(['', 'Paris', 'somewhere', '200, 300', '48.8584', '48.8584, 2.2945, 3', 'u09tunvabcdef'])(
  '%j is not read as a place',
  (text) => {
    expect(readPlace(text, 5)).toBeUndefined()
  },
)

test('no cell is finer than asked for', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9b-hjkmnp-z]{1,14}$/),
    fc
      .tuple(fc.double({ min: -200, max: 200 }), fc.double({ min: -200, max: 200 }))
      .map((both) => both.join(', ')),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 6 }), (typed, characters) => {
      const read = readPlace(typed, characters)
      if (read) expect(read.geohash).toMatch(new RegExp(`^[0-9b-hjkmnp-z]{1,${characters}}$`))
    }),
  )
})
