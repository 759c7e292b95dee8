import { beforeEach, expect, test, vi } from 'vitest'
import { hasLookedAlike, rememberLookAlike } from './look-alikes.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)]

test('only a record that was followed from a file in this tab counts as a look-alike', () => {
  expect(hasLookedAlike(one)).toBe(false)
  rememberLookAlike(one)
  expect(hasLookedAlike(one)).toBe(true)
  expect(hasLookedAlike(other)).toBe(false)
})

test('only the newest are kept', () => {
  rememberLookAlike(one)
  for (let order = 0; order < 20; order++) rememberLookAlike(String(order).padStart(64, '0'))
  expect(hasLookedAlike(one)).toBe(false)
  expect(JSON.parse(sessionStorage.getItem('cairn.look-alikes')!)).toHaveLength(20)
})

test('a browser that refuses storage, or has something else there, has none', () => {
  for (const text of ['{', '{}']) {
    sessionStorage.setItem('cairn.look-alikes', text)
    expect(hasLookedAlike(one)).toBe(false)
  }
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => rememberLookAlike(one)).not.toThrow()
  expect(hasLookedAlike(one)).toBe(false)
})
