import { expect, test } from 'vitest'
import { pictureWorld } from '#lib/services/places/picture-world'

// Cells of Florence, Berlin and Lund.
const european = ['spzc', 'u33d', 'u3ck']
const namesOf = (cells: readonly string[]) => pictureWorld(cells).names.map(({ name }) => name)

test('a city with captures is named before larger ones near it', () => {
  const names = namesOf(european)
  expect(names).toContain('Florence')
  expect(names).toContain('London')
  expect(names).not.toContain('Sydney')
})

test('the town that has the captures is named, and not a larger one beside it', () => {
  const names = namesOf(european)
  expect(names).toContain('Lund')
  expect(names).not.toContain('Malmö')
  // Bologna and Florence are close on a map of the continent.
  expect(namesOf(['spzc'])[0]).toBe('Florence')
})

test('neighbouring cells share a point of light', () => {
  expect(pictureWorld(['spzc', 'spzf']).lights).toHaveLength(1)
  expect(pictureWorld(european).lights).toHaveLength(3)
})

test('the picture follows the cells', () => {
  expect(namesOf(['r3gx'])).toContain('Sydney')
  expect(namesOf([])).toContain('Istanbul')
})

test('a picture of five thousand cells all over the world is small', () => {
  const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz'
  const cells = Array.from({ length: 5_000 }, (_, index) =>
    [index % 32, (index * 7) % 31, Math.floor(index / 32) % 32].map((digit) => alphabet[digit]).join(''),
  )
  const { frame, lights, names } = pictureWorld(cells)
  expect(frame.spanX).toBe(1)
  expect(JSON.stringify({ lights, names }).length).toBeLessThan(200_000)
})
