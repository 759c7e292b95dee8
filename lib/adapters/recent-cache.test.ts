import { expect, test } from 'vitest'
import { createRecentCache } from '#lib/adapters/recent-cache'

const open = () => createRecentCache<string>({ maxSize: 10, sizeOf: (text) => text.length })

test('what was asked for last is stored, as much as fits', async () => {
  const recent = open()
  const loaded: string[] = []
  const get = (key: string) =>
    recent.get(key, async () => {
      loaded.push(key)
      return key.repeat(4)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await get(key)).toBe(key.repeat(4))
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
})

test('calls during a load share it, and an error is not stored', async () => {
  const recent = open()
  let count = 0
  const fail = () => recent.get('a', async () => Promise.reject(new Error(String(++count))))
  const all = await Promise.allSettled([fail(), fail()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(count).toBe(1)
  expect(await recent.get('a', async () => 'now')).toBe('now')
})
