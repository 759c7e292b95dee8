import 'server-only'
import { createPublicClient, type EIP1193RequestFn, http, type PublicClient, type Transport } from 'viem'
import { isAlreadyThere } from '#lib/adapters/chain/already-there'
import { createEndpoints, hedge, type Send } from '#lib/adapters/chain/endpoints'
import { onlyWholeLogs } from '#lib/adapters/chain/whole-logs'
import { metrics } from '#lib/adapters/metrics/registry'
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

/** How long an endpoint may be silent before another is asked beside it. */
const hedgeMs = 400
/** Nodes hold a synchronous send until its block. */
const sendHedgeMs = 2_000
/** Logs of many blocks take long; whatever else does not come sooner is of no use to a caller who waits. */
const deadlineMs = (method: string) => (method === 'eth_getLogs' ? 10_000 : 5_000)
/** Of one HTTP request, which carries all that was asked in one tick, until the end of its body. */
const requestTimeoutMs = 10_000
const sendTimeoutMs = 30_000
/** Far below viem's default of four seconds, which would be most of a caller's wait. */
const pollingIntervalMs = 100

/**
 * Opens a chain over one or more RPC URLs: the first that is healthy is asked, and the next beside it where that is slow
 * (`endpoints.ts`). Requests of one tick travel as one JSON-RPC batch.
 */
export function openChain(options: {
  chainId: number
  rpcUrls: readonly string[]
  finality: Chain['finality']
}): Chain {
  const { chainId, rpcUrls, finality } = options
  const endpoints = createEndpoints(rpcUrls, (host) =>
    metrics().rpcAvoided.inc({ chain: String(chainId), host }),
  )
  const open = (
    settings: Parameters<typeof http>[1] & { timeout: number },
    hedging: Pick<Parameters<typeof hedge>[0], 'hedgeMs' | 'deadlineMs' | 'isAnswer'>,
  ) => {
    const fetchFn = tracedFetch(chainId, settings.timeout)
    const transport: Transport = (client) => {
      const inner = rpcUrls.map((url) => http(url, { ...settings, fetchFn, retryCount: 0 })(client))
      const plain = inner.map(
        ({ request }): Send =>
          (asked) =>
            request(asked as never),
      )
      // Where there is one endpoint alone, what its callers ask of it in one tick is answered by it in one batch.
      const sends = plain.length > 1 ? plain.map(onlyWholeLogs) : plain
      const request = hedge({ endpoints, sends, ...hedging }) as EIP1193RequestFn
      return { config: { ...inner[0]!.config, request }, request }
    }
    return createPublicClient({ transport, pollingInterval: pollingIntervalMs, cacheTime: 0 })
  }
  return {
    chainId,
    id: `eip155:${chainId}`,
    client: open({ batch: { wait: 0, batchSize: 200 }, timeout: requestTimeoutMs }, { hedgeMs, deadlineMs }),
    sender: open(
      { timeout: sendTimeoutMs },
      { hedgeMs: sendHedgeMs, deadlineMs: () => sendTimeoutMs, isAnswer: isAlreadyThere },
    ),
    finality,
  }
}

const methodNames = /"method":"([A-Za-z]+_[A-Za-z]+)"/g

/**
 * Requests of the chain as spans, where they are part of one: which methods, and nothing of what they were called with. One
 * batch may be of several callers; it is shown with the first.
 */
function tracedFetch(
  chainId: number,
  timeoutMs: number,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return (url, given) => {
    // viem's own timeout ends with the headers; a body that never ends would be waited for.
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = given?.signal ? AbortSignal.any([given.signal, timeout]) : timeout
    const init = { ...given, signal }
    const facts = () => {
      const asked = typeof init.body === 'string' ? init.body.matchAll(methodNames) : []
      return {
        'cairn.chain_id': chainId,
        'rpc.method': [...new Set([...asked].map(([, name]) => name))].join(' '),
      }
    }
    return tracedWithin('ask the chain', facts, (isSpan) => {
      const traceparent = isSpan ? currentTraceparent() : undefined
      if (traceparent === undefined) return fetch(url, init)
      const headers = new Headers(init.headers)
      headers.set('traceparent', traceparent)
      return fetch(url, { ...init, headers })
    })
  }
}
