import type { Address } from 'viem'
import { networkOf } from '#lib/domain/chain/caip2'
import { anchorNetwork, type KnownChainId, networks, usualChainIds } from '#lib/domain/chain/networks'
import { type Anvil, startAnvil } from '#sandbox/anvil'
import { deploy } from '#sandbox/deploy'
import { openLocal, restoreLead } from '#sandbox/local-chain'

type UsualChainId = (typeof usualChainIds)[number]

export type LocalNetwork = {
  chainId: number
  rpcUrl: string
  usdc: Address
  escrow: Address
  /** The escrow of version 1, on a chain that was created with it. */
  previousEscrow: Address | null
  /** `null` on a chain without attestations. */
  eas: Address | null
  schemaRegistry: Address | null
}

/** Running local chains, by CAIP-2 id. They end with `stop`, or when this process ends in any way. */
export type LocalChains<Id extends KnownChainId = UsualChainId> = {
  networks: Record<`eip155:${Id}`, LocalNetwork>
  stop: () => Promise<void>
}

/**
 * Starts the usual networks on this machine, with USDC, Multicall3 and EAS at their production addresses, the escrow, and money in the demo
 * wallets.
 *
 * @param options.folder stores the chains there, for later starts. Without it they are deleted at the end
 * @param options.finalityDepth blocks on top of a block until it is `safe`, twice as many until it is `finalized`; 0, the default, because
 * these chains make no block without a transaction
 */
export async function startChains<const Id extends KnownChainId = UsualChainId>(
  options: { folder?: string; only?: readonly Id[]; finalityDepth?: number } = {},
): Promise<LocalChains<Id>> {
  const ids = options.only ?? (usualChainIds as readonly KnownChainId[])
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
      const { usdc } = networks[chainId]
      const withEas = chainId === anchorNetwork.chainId
      const client = openLocal(anvil.rpcUrl, { batch: true })
      await restoreLead(client)
      const deployed = await deploy(client, usdc, { withEas })
      found[networkOf(chainId)] = { chainId, rpcUrl: anvil.rpcUrl, usdc: usdc.address, ...deployed }
    }),
  )
  const failed = started.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { networks: found as LocalChains<Id>['networks'], stop }
}
