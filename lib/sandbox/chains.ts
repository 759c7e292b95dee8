import type { Address } from 'viem'
import { restoreLead } from '#lib/adapters/chain/local-clock'
import { type Anvil, startAnvil } from '#lib/sandbox/anvil'
import { openLocal } from '#lib/sandbox/chain-controls'
import { deploy } from '#lib/sandbox/deploy'

const networks = {
  8453: { usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', domainName: 'USD Coin', withEas: true },
  5042: { usdc: '0x3600000000000000000000000000000000000000', domainName: 'USDC', withEas: false },
} as const

export type LocalChainId = keyof typeof networks

export type LocalNetwork = {
  chainId: number
  rpcUrl: string
  usdc: Address
  escrow: Address
  /** Version 1, on a chain that was begun with it. */
  previousEscrow: Address | null
  /** `null` where nothing is attested. */
  eas: Address | null
  schemaRegistry: Address | null
}

/** Running local chains, by CAIP-2 id. `stop` ends them; so does the end of this process, however it comes. */
export type LocalChains<Id extends LocalChainId = LocalChainId> = {
  networks: Record<`eip155:${Id}`, LocalNetwork>
  stop: () => Promise<void>
}

/**
 * Starts Base and Arc on this machine, with USDC, Multicall3 and EAS at their production addresses, the escrow, and
 * money in the demo wallets.
 *
 * @param options.folder keeps the chains there; a later start finds everything in place. Without it they are thrown away
 * @param options.finalityDepth blocks on top of a block until it is `safe`, twice as many until it is `finalized`;
 *   0, the default, since these chains make no block without a transaction
 */
export async function startChains<const Id extends LocalChainId = LocalChainId>(
  options: { folder?: string; only?: readonly Id[]; finalityDepth?: number } = {},
): Promise<LocalChains<Id>> {
  const ids = options.only ?? ([8453, 5042] as Id[])
  const running: Anvil[] = []
  const stop = async () => {
    await Promise.all(running.map((anvil) => anvil.stop()))
  }
  const found: Partial<Record<string, LocalNetwork>> = {}
  const started = await Promise.allSettled(
    ids.map(async (chainId) => {
      const anvil = await startAnvil({
        chainId,
        folder: options.folder,
        finalityDepth: options.finalityDepth ?? 0,
      })
      running.push(anvil)
      const { usdc, domainName, withEas } = networks[chainId]
      const client = openLocal(anvil.rpcUrl)
      await restoreLead(client)
      const deployed = await deploy(client, { address: usdc, domainName }, { withEas })
      found[`eip155:${chainId}`] = { chainId, rpcUrl: anvil.rpcUrl, usdc, ...deployed }
    }),
  )
  const failed = started.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { networks: found as LocalChains<Id>['networks'], stop }
}
