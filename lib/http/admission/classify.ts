import type { RequestClass } from '#lib/domain/admission/admission'

/** Answered in any case: they say whether the process lives, or an admitted page needs them. */
const always = /^\/(api\/(health|ready)\/?$|_next\/static\/)/
/** Their bodies are long, and they wait for their senders: they have limits of their own. */
const uploads = /^\/api\/(board\/uploads|operator\/manifests)(\/|$)/
/** Callers with a contract, and tools, whose calls may carry a payment in their body. */
const paying = /^\/(enterprise\/|mcp\/?$)/
/** All that is answered in JSON. */
const api = /^\/(api|enterprise)\//

export type Classified = { of: RequestClass; isApi: boolean }

/** The class of a request, by what its header says. `undefined` for a request that is never refused. */
export function classify(request: {
  url?: string | undefined
  paymentHeader: unknown
}): Classified | undefined {
  const path = (request.url ?? '').split('?', 1)[0]!
  if (always.test(path) || uploads.test(path)) return undefined
  if (request.paymentHeader !== undefined || paying.test(path)) return { of: 'paid', isApi: true }
  const isApi = api.test(path)
  return { of: isApi ? 'free' : 'page', isApi }
}
