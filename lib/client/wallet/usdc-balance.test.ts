import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { readUsdcBalance, tooLittle } from './usdc-balance.ts'

const owner = `0x${'11'.repeat(20)}` as const
const usdc = `0x${'22'.repeat(20)}` as const

/** A wallet on Base. @param answer what the token answers */
const walletThatReads = (answer: () => string) => {
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method)
    if (method === 'eth_chainId') return '0x2105'
    expect(params).toEqual([{ to: usdc, data: `0x70a08231${'11'.repeat(20).padStart(64, '0')}` }, 'latest'])
    return answer()
  }
  return { asked, provider: { request } }
}
const read = (provider: ReturnType<typeof walletThatReads>['provider'], chainId = 8_453) =>
  readUsdcBalance({ provider, chainId, usdc, owner })

test('the balance is what the token says, also if it is nothing', async () => {
  const amount = (value: bigint) => numberToHex(value, { size: 32 })
  expect(await read(walletThatReads(() => amount(12_500_000n)).provider)).toBe(12_500_000n)
  expect(await read(walletThatReads(() => amount(0n)).provider)).toBe(0n)
})

test('a balance that could not be read is not shown as zero', async () => {
  // A wallet that cannot reach its network, and an address without a contract.
  const unreachable = () => {
    throw new Error('unreachable')
  }
  await expect(read(walletThatReads(unreachable).provider)).rejects.toThrow()
  await expect(read(walletThatReads(() => '0x').provider)).rejects.toThrow()
})

test('a wallet on another network gets no request', async () => {
  const { asked, provider } = walletThatReads(() => '0x')
  expect(await read(provider, 5_042)).toBeUndefined()
  expect(asked).toEqual(['eth_chainId'])
})

test('only a balance below the amount is too little', () => {
  expect(tooLittle(49_999_999n, 50_000_000n)).toBe(1n)
  expect(tooLittle(50_000_000n, 50_000_000n)).toBe(0n)
  expect(tooLittle(60_000_000n, 50_000_000n)).toBe(0n)
  expect(tooLittle(0n, undefined)).toBe(0n)
})
