import 'server-only'
import { createPublicClient, http } from 'viem'
import type { NetworkConfig } from '#lib/adapters/env'

export type Provider = {
  /** Host of its URL; path and query may hold a key of ours. */
  name: string
  /** Number and time (Unix seconds) of its newest block; `null` when it did not answer in time. */
  head: { block: number; time: number } | null
}

const timeoutMs = 1_000

/** Asks each endpoint of a network by itself for its newest block, all at once. Never throws. */
export function readProviders(network: Pick<NetworkConfig, 'rpcUrls'>): Promise<Provider[]> {
  return Promise.all(
    network.rpcUrls.map(async (url) => {
      const name = new URL(url).host
      const client = createPublicClient({ transport: http(url, { timeout: timeoutMs, retryCount: 0 }) })
      try {
        const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
        return { name, head: { block: Number(number), time: Number(timestamp) } }
      } catch {
        return { name, head: null }
      }
    }),
  )
}
