import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { checksumAddress } from '#lib/domain/chain/checksum-address'

test('addresses are written with the checksum of EIP-55', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const address = `0x${Buffer.from(bytes).toString('hex')}` as const
      expect(checksumAddress(address)).toBe(getAddress(address))
    }),
  )
})
