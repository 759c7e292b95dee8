import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmsLeft } from './decline.ts'

test.each([
  [5, 0, 0, 5],
  [5, 5, 0, 0],
  [5, 5, 1, 1],
  [5, 6, 1, 0],
  [5, 10, 10, 0],
  [5, 8, 0, 0],
])('a limit of %i with %i films, %i of them declined, leaves %i', (limit, films, declined, left) => {
  expect(filmsLeft({ limit, films, declined })).toBe(left)
})

test('a wallet hands in at most twice the limit, even if all its films are declined', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.boolean()), (limit, decisions) => {
      let films = 0
      let declined = 0
      for (const isDeclined of decisions) {
        if (filmsLeft({ limit, films, declined }) > 0) films++
        if (isDeclined && declined < films) declined++
      }
      expect(films).toBeLessThanOrEqual(2 * limit)
    }),
  )
})

test('a declined film always leaves room for another one, until the limit has been used twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (limit, declined) => {
      fc.pre(declined <= limit)
      expect(filmsLeft({ limit, films: limit + declined - 1, declined })).toBe(1)
    }),
  )
})
