import { afterEach, expect, test, vi } from 'vitest'
import { whyNotPlayed } from './why-not-played.ts'

const [network, decode, notSupported] = [2, 3, 4]
const answers = (fetched: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(fetched))
afterEach(() => vi.unstubAllGlobals())

test('a load that broke off is not a film that the browser cannot play', async () => {
  answers(async () => new Response('x', { status: 206 }))
  expect(await whyNotPlayed(network, '/film')).toBe('not_loaded')
  expect(await whyNotPlayed(undefined, '/film')).toBe('not_loaded')
  expect(fetch).not.toHaveBeenCalled()
})

test('a film that arrives and cannot be decoded is unplayable', async () => {
  answers(async () => new Response('x', { status: 206 }))
  expect(await whyNotPlayed(decode, '/film')).toBe('unplayable')
  expect(await whyNotPlayed(notSupported, '/film')).toBe('unplayable')
})

test('browsers report a failed load as an unsupported film too: only a byte that arrives tells them apart', async () => {
  answers(async () => new Response('', { status: 403 }))
  expect(await whyNotPlayed(notSupported, '/film')).toBe('not_loaded')
  answers(async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await whyNotPlayed(notSupported, '/film')).toBe('not_loaded')
})
