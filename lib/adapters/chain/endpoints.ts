import 'server-only'
import {
  BaseError,
  BlockNotFoundError,
  ExecutionRevertedError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'

/** First time that an endpoint is avoided, and the longest, in milliseconds. */
const avoidMs = 10_000
const maxAvoidMs = 60_000
/** An endpoint that was good for so long begins anew with the shortest time. */
const forgiveMs = 10 * 60_000
/** Before everything is tried once more, when all endpoints refused at once. */
const retryMs = 150

type Request = { method: string; params?: unknown }
export type Send = (request: Request) => Promise<unknown>

/** One RPC endpoint of a chain and how it has behaved. */
type Endpoint = {
  /** Of its URL: the rest often holds a key. */
  host: string
  /** Asked for nothing while another answers, until a probe is answered. */
  isAvoided: boolean
  probeAt: number
  strikes: number
  struckAt: number
}

/** The endpoints of one chain, in the order of the settings. Which are avoided is shared by all who ask them. */
export type Endpoints = { all: readonly Endpoint[]; onAvoided: (host: string) => void }

export function createEndpoints(
  rpcUrls: readonly string[],
  onAvoided: (host: string) => void = () => {},
): Endpoints {
  const all = rpcUrls.map((url) => ({
    ...{ host: new URL(url).host, isAvoided: false, probeAt: 0, strikes: 0, struckAt: 0 },
  }))
  return { all, onAvoided }
}

/**
 * Asks endpoints of a chain and takes the first answer. The first healthy one is asked; while it is silent, another is asked beside it
 * every `hedgeMs`, and whoever is overtaken is avoided for some seconds, then longer. An avoided endpoint gets one small request of its
 * own from time to time, and is used again once it answers that in time: a silent endpoint delays callers once.
 *
 * Safe for transactions too: the same signed bytes, whoever gets them, are one transaction.
 *
 * @param options.sends how to ask each endpoint, in their order
 * @param options.deadlineMs after which a request fails, whoever is still silent
 * @param options.isAnswer errors that are as good as an answer, beside reverts
 */
export function hedge(options: {
  endpoints: Endpoints
  sends: readonly Send[]
  hedgeMs: number
  deadlineMs: (method: string) => number
  isAnswer?: (error: unknown) => boolean
}): Send {
  const { endpoints, sends, hedgeMs, deadlineMs, isAnswer = () => false } = options
  /** Requests that have been waiting for longer than `hedgeMs`, by endpoint. */
  const overdueOf = new Map(endpoints.all.map((endpoint) => [endpoint, 0]))
  const addOverdue = (endpoint: Endpoint, count: number) =>
    overdueOf.set(endpoint, overdueOf.get(endpoint)! + count)

  const probe = async (endpoint: Endpoint) => {
    endpoint.probeAt = Number.POSITIVE_INFINITY
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), hedgeMs)
    })
    const answered = sends[endpoints.all.indexOf(endpoint)]!({ method: 'eth_chainId' }).then(
      () => true,
      () => false,
    )
    const isGood = await Promise.race([answered, silence])
    clearTimeout(timer)
    if (isGood) endpoint.isAvoided = false
    else avoid(endpoints, endpoint)
  }

  /** The healthy ones first. Those that are due for it are probed. */
  const ranked = (): Endpoint[] => {
    const now = performance.now()
    for (const endpoint of endpoints.all)
      if (endpoint.isAvoided && now >= endpoint.probeAt) void probe(endpoint)
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
      /** A node has refused, and whoever is still asked was silent before: nothing better is to come. */
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
        sends[endpoints.all.indexOf(endpoint)]!(request).then(
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

/** Several requests that are overtaken at the same time count once. */
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

/** What a node said is better than that another one was silent. */
function firstAnswer(errors: readonly unknown[]): unknown {
  return errors.find((error) => !isOutage(error)) ?? errors[0]
}

/** The same on every node. */
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
 * The endpoint itself is at fault: it gave no answer of a node, and did not refuse this very request for its size. A node that is a
 * block behind is none: that is usual.
 */
function isOutage(error: unknown): boolean {
  const isAnswered = (cause: unknown) =>
    cause instanceof RpcRequestError ||
    cause instanceof BlockNotFoundError ||
    (cause instanceof HttpRequestError && (cause.status === 400 || cause.status === 413))
  return !(error instanceof BaseError && error.walk(isAnswered) !== null)
}
