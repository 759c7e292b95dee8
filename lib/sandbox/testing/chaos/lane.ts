import { openLocal } from '#lib/sandbox/chain-controls'
import { type LocalChains, startChains } from '#lib/sandbox/chains'
import { type NetworkId, networkIds, openStand, type Stand } from '#lib/sandbox/testing/chaos/stand'

/** A service of its own, database and chains included, in which one run after the other takes place. */
export type Lane = {
  stand: () => Stand
  /** Throws everything away and begins anew. */
  renew: () => Promise<void>
  close: () => Promise<void>
}

export async function openLane(options: { serverUrl: string; mutant?: string | undefined }): Promise<Lane> {
  let chains: LocalChains | undefined
  let stand: Stand | undefined
  const close = async () => {
    await stand?.close()
    await chains?.stop()
    stand = undefined
    chains = undefined
  }
  const open = async () => {
    chains = await startChains()
    stand = await openStand({ ...options, chains })
    await stand.webUrl()
  }
  await open()
  return {
    stand: () => stand!,
    renew: async () => {
      await close()
      await open()
    },
    close,
  }
}

/** The next block of each chain. */
export async function nextBlocks(stand: Stand): Promise<Record<NetworkId, bigint>> {
  const heads = await Promise.all(
    networkIds.map(async (network) => [
      network,
      (await openLocal(stand.networks[network].rpcUrl).getBlockNumber()) + 1n,
    ]),
  )
  return Object.fromEntries(heads) as Record<NetworkId, bigint>
}
