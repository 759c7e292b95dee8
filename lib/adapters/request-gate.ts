import { AsyncLocalStorage } from 'node:async_hooks'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { listenWithMany } from '#lib/adapters/accept-connections'
import { endConnections } from '#lib/adapters/end-connections'
import { processValue } from '#lib/adapters/process-value'

/** Decides about a request before anything else handles it: calls `next`, or answers it. */
export type RequestGate = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The gate of this process. Without one, every request passes. */
export const gateSlot = processValue<RequestGate>('request gate')

/** Answers a request without the framework, or returns false. */
export type DirectAnswers = (request: IncomingMessage, response: ServerResponse) => boolean

/** The direct answers of this process. Without them, the framework answers everything. */
export const directSlot = processValue<DirectAnswers>('direct answers')

/**
 * Passes the requests of the next HTTP server that this process creates through the gate, which has to see them all.
 *
 * @param files answers requests for files that the framework would answer more slowly
 */
export function gateNextServer(files: DirectAnswers): void {
  const { createServer } = http
  http.createServer = ((...given: Parameters<typeof createServer>) => {
    http.createServer = createServer
    return listenWithMany(
      endConnections(
        createServer(
          ...(given.map((each) => (typeof each === 'function' ? gated(each, files) : each)) as typeof given),
        ),
      ),
    )
  }) as typeof createServer
}

export function gated(listener: RequestListener, files: DirectAnswers = () => false): RequestListener {
  return (request, response) => {
    const next = () => {
      if (!directSlot.current?.(request, response) && !files(request, response)) listener(request, response)
    }
    if (gateSlot.current) gateSlot.current(request, response, next)
    else next()
  }
}

/** A request that was admitted, as the code that handles it sees it. */
export type AdmittedRequest = { settling: <Value>(settle: () => Promise<Value>) => Promise<Value> }

const slot = processValue<AsyncLocalStorage<AdmittedRequest>>('admitted requests')
slot.current ??= new AsyncLocalStorage()
const admitted = slot.current

export function withinAdmitted(request: AdmittedRequest, run: () => void): void {
  admitted.run(request, run)
}

/** Runs `settle`, which waits for a chain. Meanwhile the request leaves its place to others. */
export function yieldPlaceDuring<Value>(settle: () => Promise<Value>): Promise<Value> {
  const request = admitted.getStore()
  return request ? request.settling(settle) : settle()
}
