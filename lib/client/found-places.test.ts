import { beforeEach, expect, test, vi } from 'vitest'
import { areaAround } from './explore-url.ts'
import { foundName, rememberFound } from './found-places.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

const square = areaAround({ position: [11.2605, 43.769], isLandmark: true })

test('a place keeps the name under which it was found, with any radius, and no other place has it', () => {
  rememberFound(square, 'Piazza Santa Croce')
  expect(foundName(square)).toBe('Piazza Santa Croce')
  expect(foundName(areaAround({ position: [11.2605, 43.769] }))).toBe('Piazza Santa Croce')
  expect(foundName(areaAround({ position: [11.2606, 43.769] }))).toBeUndefined()
  expect(foundName(undefined)).toBeUndefined()
})

test('the newest name of a place counts, and only the newest places are kept', () => {
  rememberFound(square, 'Santa Croce')
  rememberFound(square, 'Piazza Santa Croce')
  expect(foundName(square)).toBe('Piazza Santa Croce')
  for (let order = 0; order < 20; order++)
    rememberFound(areaAround({ position: [order, 10] }), `place ${order}`)
  expect(foundName(square)).toBeUndefined()
})

test('a browser that refuses storage, or has something else there, gives no name', () => {
  localStorage.setItem('cairn.found-places', '{')
  expect(foundName(square)).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  expect(() => rememberFound(square, 'Florence')).not.toThrow()
  expect(foundName(square)).toBeUndefined()
})
