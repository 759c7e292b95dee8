import 'server-only'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'

/** A chain we read and send to. */
export type Chain = {
  chainId: number
  /** CAIP-2. */
  id: `eip155:${number}`
  client: PublicClient
  finality: 'safe' | 'finalized' | number
}

const requestTimeoutMs = 10_000
/** Far below viem's default of four seconds, which would be most of a caller's wait. */
const pollingIntervalMs = 100

/** Opens a chain over one or more RPC URLs, tried in order. Requests of one tick travel as one JSON-RPC batch. */
export function openChain(options: {
  chainId: number
  rpcUrls: readonly string[]
  finality: Chain['finality']
}): Chain {
  const transports = options.rpcUrls.map((url) =>
    http(url, { batch: { wait: 0, batchSize: 200 }, timeout: requestTimeoutMs, retryCount: 1 }),
  )
  const client = createPublicClient({
    transport: transports.length === 1 ? transports[0]! : fallback(transports),
    pollingInterval: pollingIntervalMs,
    cacheTime: 0,
  })
  return { chainId: options.chainId, id: `eip155:${options.chainId}`, client, finality: options.finality }
}
