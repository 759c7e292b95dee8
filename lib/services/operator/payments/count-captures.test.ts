import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countCaptures } from '#lib/services/operator/payments/count-captures'

const stored = (answer: unknown) => gzipSync(JSON.stringify(answer))

test('an answer about an area counts its captures, and one about a single capture counts as one', () => {
  expect(countCaptures(stored({ window: {}, observations: [] }))).toBe(0)
  expect(countCaptures(stored({ window: {}, observations: [{}, {}] }))).toBe(2)
  expect(countCaptures(stored({ observation_id: 'ab' }))).toBe(1)
})

test('an answer that is not about captures, or cannot be read, has no number', () => {
  for (const body of [stored({ bounty_id: 'x' }), stored(null), stored([1]), new Uint8Array([1, 2])])
    expect(countCaptures(body)).toBeNull()
})
