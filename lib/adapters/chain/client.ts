import 'server-only'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'
import { currentTraceparent, tracedWithin } from '#lib/adapters/trace'

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
    const fetchFn = tracedFetch(options.chainId)
    const transports = options.rpcUrls.map((url) => http(url, { ...settings, fetchFn }))
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

const methodNames = /"method":"([A-Za-z]+_[A-Za-z]+)"/g

/**
 * Requests of the chain as spans, where they are part of one: which methods, and nothing of what they were called with. One
 * batch may be of several callers; it is shown with the first.
 */
function tracedFetch(
  chainId: number,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return (url, init) => {
    const facts = () => {
      const asked = typeof init?.body === 'string' ? init.body.matchAll(methodNames) : []
      return {
        'cairn.chain_id': chainId,
        'rpc.method': [...new Set([...asked].map(([, name]) => name))].join(' '),
      }
    }
    return tracedWithin('ask the chain', facts, (isSpan) => {
      const traceparent = isSpan ? currentTraceparent() : undefined
      if (traceparent === undefined) return fetch(url, init)
      const headers = new Headers(init?.headers)
      headers.set('traceparent', traceparent)
      return fetch(url, { ...init, headers })
    })
  }
}
