import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isPublishedAddress } from '#lib/adapters/published-keys'

// The first private key that each tool prints.
test.each([
  ['Anvil and Hardhat', '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
  ['Ganache', '0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d'],
  ['Truffle', '0xc87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3'],
] as const)('the first key of %s is known as published', (_, key) => {
  expect(isPublishedAddress(privateKeyToAddress(key))).toBe(true)
})

test('the last account of Hardhat is known, and later ones are not', () => {
  const accountOf = (addressIndex: number) =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address
  expect(isPublishedAddress(accountOf(19))).toBe(true)
  expect(isPublishedAddress(accountOf(20))).toBe(false)
})
