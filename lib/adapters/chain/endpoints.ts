import 'server-only'
import {
  BaseError,
  BlockNotFoundError,
  ExecutionRevertedError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import { inTime } from '#lib/adapters/in-time'

/** For how long an endpoint is avoided, in milliseconds: the first time, and at most. */
const avoidMs = 10_000
const maxAvoidMs = 60_000
/** After so long without a failure, an endpoint starts again with the shortest time. */
const forgiveMs = 10 * 60_000
/** The wait before one more try, after all endpoints refused at once. */
const retryMs = 150

type Request = { method: string; params?: unknown }
export type Send = (request: Request) => Promise<unknown>

/** One RPC endpoint of a chain and how it has behaved. */
type Endpoint = {
  /** The host of its URL. The rest of a URL often contains a key. */
  host: string
  /** While another endpoint answers, this one gets no requests until it answers a probe. */
  isAvoided: boolean
  probeAt: number
  strikes: number
  struckAt: number
}

/** The endpoints of one chain, in the order of the settings. All callers share which of them are avoided. */
export type Endpoints = { all: readonly Endpoint[]; onAvoided: (host: string) => void }

export function createEndpoints(rpcUrls: readonly string[], onAvoided: (host: string) => void): Endpoints {
  const all = rpcUrls.map((url) => ({
    host: new URL(url).host,
    isAvoided: false,
    probeAt: 0,
    strikes: 0,
    struckAt: 0,
  }))
  return { all, onAvoided }
}

/**
 * Sends a request to the endpoints of a chain and returns the first answer. The first healthy endpoint is asked; while it is
 * silent, one more is asked every `hedgeMs`. An endpoint that is overtaken is avoided for some seconds, then for longer. It gets a
 * small probe from time to time and is used again once it answers one in time, so a silent endpoint delays callers only once.
 *
 * Safe for transactions too: several nodes may receive the same signed bytes, which are mined at most once.
 *
 * @param options.sends sends a request to each endpoint, in their order
 * @param options.deadlineMs the time after which a request fails
 * @param options.isAnswer errors that count as an answer, besides reverts
 */
export function hedge(options: {
  endpoints: Endpoints
  sends: readonly Send[]
  hedgeMs: number
  deadlineMs: (method: string) => number
  isAnswer?: (error: unknown) => boolean
}): Send {
  const { endpoints, sends, hedgeMs, deadlineMs, isAnswer = () => false } = options
  /** Requests that have waited for longer than `hedgeMs`, by endpoint. */
  const overdueOf = new Map(endpoints.all.map((endpoint) => [endpoint, 0]))
  const addOverdue = (endpoint: Endpoint, count: number) =>
    overdueOf.set(endpoint, overdueOf.get(endpoint)! + count)

  const sendTo = (endpoint: Endpoint, request: Request) => sends[endpoints.all.indexOf(endpoint)]!(request)

  /** The healthy ones first. Probes those whose next probe is due. */
  const ranked = (): Endpoint[] => {
    const now = performance.now()
    for (const endpoint of endpoints.all)
      if (endpoint.isAvoided && now >= endpoint.probeAt)
        void probe(endpoints, { endpoint, send: (request) => sendTo(endpoint, request), timeoutMs: hedgeMs })
    const suspicion = (endpoint: Endpoint) => (endpoint.isAvoided || overdueOf.get(endpoint)! > 0 ? 1 : 0)
    return [...endpoints.all].sort((a, b) => suspicion(a) - suspicion(b))
  }

  const race = (request: Request): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const waiting = ranked()
      const open = new Set<Endpoint>()
      const overdue = new Set<Endpoint>()
      const errors: unknown[] = []
      let timer: NodeJS.Timeout | undefined
      let isDone = false

      const end = (settle: () => void) => {
        isDone = true
        clearTimeout(timer)
        clearTimeout(deadline)
        settle()
      }
      const leave = (endpoint: Endpoint) => {
        open.delete(endpoint)
        if (overdue.delete(endpoint)) addOverdue(endpoint, -1)
      }
      const giveUp = () => end(() => reject(firstAnswer(errors)))
      /** A node has refused, and the endpoints that were still asked were silent before, so no better answer is expected. */
      const waitForSilent = () => {
        clearTimeout(timer)
        const onlySilent = errors.length > 0 && [...open].every(({ isAvoided }) => isAvoided)
        if (onlySilent) timer = setTimeout(giveUp, hedgeMs)
      }
      const fail = (endpoint: Endpoint, error: unknown) => {
        leave(endpoint)
        if (isDone) return
        if (isRevert(error) || isAnswer(error)) return end(() => reject(error))
        if (isOutage(error) && endpoints.all.length > 1) avoid(endpoints, endpoint)
        errors.push(error)
        if (waiting.length > 0) askNext()
        else if (open.size === 0) giveUp()
        else waitForSilent()
      }
      const answer = (endpoint: Endpoint, value: unknown) => {
        leave(endpoint)
        if (isDone) return
        endpoint.isAvoided = false
        for (const silent of overdue) avoid(endpoints, silent)
        end(() => resolve(value))
      }
      const askNext = () => {
        const endpoint = waiting.shift()!
        open.add(endpoint)
        sendTo(endpoint, request).then(
          (value) => answer(endpoint, value),
          (error: unknown) => fail(endpoint, error),
        )
        if (waiting.length === 0) return waitForSilent()
        clearTimeout(timer)
        timer = setTimeout(() => {
          for (const silent of open) {
            if (overdue.has(silent)) continue
            overdue.add(silent)
            addOverdue(silent, 1)
          }
          askNext()
        }, hedgeMs)
      }
      const deadline = setTimeout(() => {
        if (endpoints.all.length > 1) for (const silent of open) avoid(endpoints, silent)
        if (errors.some((error) => !isOutage(error))) return giveUp()
        const hosts = [...open].map(({ host }) => host).join(', ')
        end(() => reject(new TimeoutError({ body: { method: request.method }, url: hosts })))
      }, deadlineMs(request.method))
      askNext()
    })

  return async (request) => {
    try {
      return await race(request)
    } catch (error) {
      if (!isOutage(error) || error instanceof TimeoutError) throw error
      await new Promise((wake) => setTimeout(wake, retryMs))
      return race(request)
    }
  }
}

/** Sends a small request to an avoided endpoint, which is used again if it answers in time. */
async function probe(
  endpoints: Endpoints,
  { endpoint, send, timeoutMs }: { endpoint: Endpoint; send: Send; timeoutMs: number },
): Promise<void> {
  endpoint.probeAt = Number.POSITIVE_INFINITY
  const hasAnswered = await inTime(
    timeoutMs,
    send({ method: 'eth_chainId' }).then(() => true),
  )
  if (hasAnswered) endpoint.isAvoided = false
  else avoid(endpoints, endpoint)
}

/** Requests overtaken at the same time count as one failure. */
function avoid({ onAvoided }: Endpoints, endpoint: Endpoint): void {
  const now = performance.now()
  if (endpoint.isAvoided && endpoint.probeAt !== Number.POSITIVE_INFINITY) return
  if (now - endpoint.struckAt > forgiveMs) endpoint.strikes = 0
  endpoint.isAvoided = true
  endpoint.struckAt = now
  endpoint.probeAt = now + Math.min(avoidMs * 2 ** endpoint.strikes, maxAvoidMs)
  endpoint.strikes += 1
  onAvoided(endpoint.host)
}

/** Prefers the error of a node that answered to the timeout of one that did not. */
function firstAnswer(errors: readonly unknown[]): unknown {
  return errors.find((error) => !isOutage(error)) ?? errors[0]
}

/** Every node would answer the same. */
function isRevert(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        cause instanceof ExecutionRevertedError ||
        (cause instanceof RpcRequestError && ExecutionRevertedError.nodeMessage.test(cause.message)),
    ) !== null
  )
}

/**
 * True if the endpoint itself failed: no node answered, and it did not refuse this request for its size. A node that is a block
 * behind has not failed, because that is usual.
 */
function isOutage(error: unknown): boolean {
  const isAnswered = (cause: unknown) =>
    cause instanceof RpcRequestError ||
    cause instanceof BlockNotFoundError ||
    (cause instanceof HttpRequestError && (cause.status === 400 || cause.status === 413))
  return !(error instanceof BaseError && error.walk(isAnswered) !== null)
}
