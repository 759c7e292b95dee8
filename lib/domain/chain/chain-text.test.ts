import { expect, test } from 'vitest'
import { chainText } from './chain-text.ts'

test('only outside of a demonstration has a chain the name of a public network', () => {
  expect(chainText(8453, false)).toBe('Base')
  expect(chainText(31_337, false)).toBe('chain 31337')
  for (const chainId of [8453, 31_337]) expect(chainText(chainId, true)).toBe('a test chain on this machine')
})
