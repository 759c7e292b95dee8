import { expect, test } from 'vitest'
import { filmSize } from './film-size.ts'

test('a player has the shape of its film, and fits into the window', () => {
  expect(filmSize({ width: 1920, height: 1080 })).toEqual({
    aspectRatio: 16 / 9,
    width: 'min(100%, 124.4svh)',
  })
  expect(filmSize({ width: 1080, height: 1920 })).toEqual({
    aspectRatio: 9 / 16,
    width: 'min(100%, 39.4svh)',
  })
  expect(filmSize()).toEqual(filmSize({ width: 1280, height: 720 }))
})
