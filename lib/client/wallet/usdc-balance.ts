import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'

type Provider = { request: (ask: { method: string; params?: unknown }) => Promise<unknown> }

/**
 * Reads how much USDC a wallet has, through the wallet itself, in atomic units.
 *
 * @returns `undefined` if the wallet is on another network, which it cannot read
 * @throws Error if the balance could not be read
 */
export async function readUsdcBalance(from: {
  provider: Provider
  chainId: number
  usdc: Address
  owner: Address
}): Promise<bigint | undefined> {
  const { provider, chainId, usdc, owner } = from
  if (Number(await provider.request({ method: 'eth_chainId' })) !== chainId) return undefined
  const ask = { abi: erc20Abi, functionName: 'balanceOf' } as const
  const call = { to: usdc, data: encodeFunctionData({ ...ask, args: [owner] }) }
  const answer = await provider.request({ method: 'eth_call', params: [call, 'latest'] })
  return decodeFunctionResult({ ...ask, data: answer as Hex })
}

/** The amount that is missing in a balance; zero if it suffices or no amount is chosen yet. */
export function tooLittle(balance: bigint, amountAtomic: bigint | undefined): bigint {
  return amountAtomic !== undefined && balance < amountAtomic ? amountAtomic - balance : 0n
}
