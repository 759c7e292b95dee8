import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { processValue } from '#lib/adapters/process-value'
import { apartFromSpans } from '#lib/adapters/trace'

/** The ids of the records that a request is about, and what its 402 means. */
export type RequestNotes = {
  bountyId?: string
  paymentId?: number
  submissionId?: string
  uploadId?: string
  /** The first characters of the API key, which identify it. */
  apiKey?: string
  /** The action of an operator. */
  action?: string
  /** True if the answer is the price of a request without a payment, false if a payment was refused. */
  isQuote?: boolean
}

/** The error code and message that the client received. */
export type Told = { code: string; message: string }

export type CurrentRequest = { readonly requestId: string; readonly notes: RequestNotes; told?: Told }

const slot = processValue<AsyncLocalStorage<CurrentRequest>>('requests')
slot.current ??= new AsyncLocalStorage()
const requests = slot.current

/** Runs the handler of a request in its context, so that functions it calls can use `noteRequest`. */
export function withinRequest<Value>(request: CurrentRequest, run: () => Value): Value {
  return requests.run(request, run)
}

/** The request of the current async context, if any. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore()
}

/**
 * Runs code outside the context of the request, for resources that outlive it: the logs of their timers and
 * listeners must not have the id of that request.
 */
export function apartFromRequest<Value>(run: () => Value): Value {
  return requests.exit(() => apartFromSpans(run))
}

/** Adds notes to the current request. Outside a request, this does nothing. */
export function noteRequest(notes: RequestNotes): void {
  const request = requests.getStore()
  if (request) Object.assign(request.notes, notes)
}

/** Records the error that the client of the current request received. */
export function noteTold(told: Told): void {
  const request = requests.getStore()
  if (request) request.told = told
}
