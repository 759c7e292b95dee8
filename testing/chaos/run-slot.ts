import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import {
  type NetworkId,
  networkIds,
  openServiceFixture,
  type ServiceFixture,
} from '#testing/chaos/service-fixture'

/** A service of its own, database and chains included, in which one run after the other takes place. */
export type RunSlot = {
  fixture: () => ServiceFixture
  /** Discards everything and starts again with an empty database. */
  renew: () => Promise<void>
  close: () => Promise<void>
}

export async function openRunSlot(options: {
  serverUrl: string
  mutant?: string | undefined
}): Promise<RunSlot> {
  let chains: LocalChains | undefined
  let fixture: ServiceFixture | undefined
  const close = async () => {
    await fixture?.close()
    await chains?.stop()
    fixture = undefined
    chains = undefined
  }
  const open = async () => {
    chains = await startChains()
    fixture = await openServiceFixture({ ...options, chains })
    await fixture.webUrl()
  }
  await open()
  return {
    fixture: () => fixture!,
    renew: async () => {
      await close()
      await open()
    },
    close,
  }
}

/** The next block of each chain. */
export async function nextBlocks({
  networks,
}: Pick<ServiceFixture, 'networks'>): Promise<Record<NetworkId, bigint>> {
  const heads = await Promise.all(
    networkIds.map(async (network) => [
      network,
      (await openLocal(networks[network].rpcUrl).getBlockNumber()) + 1n,
    ]),
  )
  return Object.fromEntries(heads) as Record<NetworkId, bigint>
}
