import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainIdOf, networkOf } from '#lib/domain/chain/caip2'

test('a chain id is read back from its CAIP-2 name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (chainId) => {
      expect(chainIdOf(networkOf(chainId))).toBe(chainId)
    }),
  )
})

test.each(['solana:1', 'eip155:', 'eip155:0', 'eip155:1x', ' eip155:1', 'EIP155:1', ''])(
  '%j is not the id of an EVM chain',
  (network) => {
    expect(() => chainIdOf(network)).toThrow(RangeError)
  },
)
