import {
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { sandboxUsdcAbi } from '../contracts/generated/sandbox-usdc.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// The sandbox's chains, for journeys that read or change them.

export const networks = ['eip155:8453', 'eip155:5042'] as const
export type Network = (typeof networks)[number]

/** Options of a journey that runs on the first network in `npm test`, and on the others in `npm run test:thorough`. */
export const onEachNetwork = (network: Network) => (network === networks[0] ? {} : { tag: '@thorough' })

const facts = sandboxFacts()

/** A client on one of the sandbox's chains. */
export function chainOf(network: Network) {
  return createTestClient({
    mode: 'anvil',
    transport: http(facts.networks[network]!.rpc_url),
    pollingInterval: 50,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** Millionths of a USDC. */
export function usdcOf(network: Network, address: Hex): Promise<bigint> {
  return chainOf(network).readContract({
    address: facts.networks[network]!.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
}

/** Adds an account to the token's blacklist, or removes it. */
export async function setBlacklisted(network: Network, account: Hex, isListed: boolean): Promise<void> {
  const chain = chainOf(network)
  const token = { address: facts.networks[network]!.usdc, abi: sandboxUsdcAbi } as const
  // The account that may blacklist. A local chain sends transactions from any account.
  const minter = await chain.readContract({ ...token, functionName: 'minter' })
  await chain.impersonateAccount({ address: minter })
  const functionName = isListed ? 'blacklist' : 'unBlacklist'
  const data = encodeFunctionData({ ...token, functionName, args: [account] })
  const hash = await chain.sendTransaction({ account: minter, chain: null, to: token.address, data })
  const receipt = await chain.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`the token's list was not changed: ${hash}`)
}

/** Moves the service and both chains forward. */
export async function advanceClock(seconds: number): Promise<void> {
  const answer = await fetch(`${facts.base_url}/api/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  })
  if (!answer.ok) throw new Error(`the clock was not moved: ${answer.status} ${await answer.text()}`)
}
