import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { apartFromSpans } from '#lib/adapters/trace'

/** What a request turned out to be about, by ids of ours. */
export type RequestNotes = {
  bountyId?: string
  paymentId?: number
  submissionId?: string
  uploadId?: string
  /** What an API key is called by: its first characters. */
  apiKey?: string
  /** What an operator wants done. */
  action?: string
}

/** A refusal as its caller reads it. */
export type Told = { code: string; message: string }

export type CurrentRequest = { readonly requestId: string; readonly notes: RequestNotes; told?: Told }

// The bundler may load this module more than once, and what one copy notes the other must find.
const slot = globalThis as { cairnRequests?: AsyncLocalStorage<CurrentRequest> }
slot.cairnRequests ??= new AsyncLocalStorage()
const requests = slot.cairnRequests

/** Runs what answers a request; whatever it calls can say what the request is about. */
export function withinRequest<Value>(request: CurrentRequest, run: () => Value): Value {
  return requests.run(request, run)
}

/** The request under way here, if this is done for one. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore()
}

/**
 * Runs what is opened by one request and outlives it: its timers and listeners are of no request, and what they log or send
 * must not carry the id of that one.
 */
export function apartFromRequest<Value>(run: () => Value): Value {
  return requests.exit(() => apartFromSpans(run))
}

/** Says what the request under way is about; where there is none, nobody is told. */
export function noteRequest(notes: RequestNotes): void {
  const request = requests.getStore()
  if (request) Object.assign(request.notes, notes)
}

/** Says which refusal the caller was sent. */
export function noteTold(told: Told): void {
  const request = requests.getStore()
  if (request) request.told = told
}
