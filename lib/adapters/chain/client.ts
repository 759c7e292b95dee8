import 'server-only'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'

/** A chain we read and send to. */
export type Chain = {
  chainId: number
  /** CAIP-2. */
  id: `eip155:${number}`
  client: PublicClient
  /** For broadcasts only: a send that waits for its block must not hold up the reads of the same tick. */
  sender: PublicClient
  finality: 'safe' | 'finalized' | number
}

const requestTimeoutMs = 10_000
/** A node may hold a synchronous send until the block. */
const sendTimeoutMs = 30_000
/** Far below viem's default of four seconds, which would be most of a caller's wait. */
const pollingIntervalMs = 100

/** Opens a chain over one or more RPC URLs, tried in order. Requests of one tick travel as one JSON-RPC batch. */
export function openChain(options: {
  chainId: number
  rpcUrls: readonly string[]
  finality: Chain['finality']
}): Chain {
  const open = (settings: Parameters<typeof http>[1]) => {
    const transports = options.rpcUrls.map((url) => http(url, settings))
    return createPublicClient({
      transport: transports.length === 1 ? transports[0]! : fallback(transports),
      pollingInterval: pollingIntervalMs,
      cacheTime: 0,
    })
  }
  return {
    chainId: options.chainId,
    id: `eip155:${options.chainId}`,
    client: open({ batch: { wait: 0, batchSize: 200 }, timeout: requestTimeoutMs, retryCount: 1 }),
    sender: open({ timeout: sendTimeoutMs, retryCount: 0 }),
    finality: options.finality,
  }
}
