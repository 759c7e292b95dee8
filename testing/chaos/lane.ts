import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import { type NetworkId, networkIds, openStand, type Stand } from '#testing/chaos/stand'

/** A service of its own, database and chains included, in which one run after the other takes place. */
export type Lane = {
  stand: () => Stand
  /** Discards everything and starts again with an empty database. */
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
export async function nextBlocks({ networks }: Pick<Stand, 'networks'>): Promise<Record<NetworkId, bigint>> {
  const heads = await Promise.all(
    networkIds.map(async (network) => [
      network,
      (await openLocal(networks[network].rpcUrl).getBlockNumber()) + 1n,
    ]),
  )
  return Object.fromEntries(heads) as Record<NetworkId, bigint>
}
