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
  /** For broadcasts only: a send that waits for its block must not delay the reads batched with it. */
  sender: PublicClient
  finality: 'safe' | 'finalized' | number
}

/** How long an endpoint may be silent before another is asked too. */
const hedgeMs = 400
/** Nodes answer a synchronous send only once its block is there. */
const sendHedgeMs = 2_000
/** Logs of many blocks take long. Other calls have a shorter deadline. */
const deadlineMs = (method: string) => (method === 'eth_getLogs' ? 10_000 : 5_000)
/** The limit for one HTTP request, which carries all requests of one tick, until the end of its body. */
const requestTimeoutMs = 10_000
const sendTimeoutMs = 30_000
/** Far below viem's default of four seconds, which would be most of the time that a caller waits. */
const pollingIntervalMs = 100

/**
 * Opens a chain over one or more RPC URLs. The first healthy one is asked, and the next one too if that is slow (`endpoints.ts`).
 * Requests of one tick are sent as one JSON-RPC batch.
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
      // A single endpoint answers all requests of one tick in one batch, so its logs and head fit together.
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
 * Traces requests to the chain that are part of a span: their methods, not their parameters. A batch of several callers is shown
 * in the span of the first.
 */
function tracedFetch(
  chainId: number,
  timeoutMs: number,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return (url, given) => {
    // viem's own timeout covers only the headers, so a body that never ends would block.
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
