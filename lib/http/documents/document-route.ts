import 'server-only'
import type { Env } from '#lib/adapters/env'
import type { Freshness } from '#lib/domain/freshness'
import { respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import { type Handlers, nothingHere } from '#lib/http/api/guarded'
import { meterOf } from '#lib/http/api/meter'
import { readRoute } from '#lib/http/api/read-route'
import type { PaymentContext } from '#lib/services/payments/types'

const freshness: Freshness = { maxAgeSeconds: 300, staleSeconds: 300 }

/** A document about the service. */
export type Document = {
  type: string
  /** `undefined`: the document does not exist in this deployment. */
  write: (env: Env, ctx: PaymentContext) => string | undefined | Promise<string | undefined>
  /** Additional headers. */
  headers?: (env: Env) => Record<string, string>
}

/** Serves a document to anyone, from any origin. */
export function documentRoute(
  document: Document,
  openContext: () => Promise<PaymentContext> = webContext,
): Handlers {
  const guard = { openContext, name: 'document', meter: (request: Request) => meterOf(request, 'light') }
  return readRoute(guard, async ({ request, ctx, requestId }) => {
    const text = await document.write(ctx.env, ctx)
    if (text === undefined) throw nothingHere()
    const headers = document.headers?.(ctx.env)
    return respondCacheable(request, text, { freshness, type: document.type, requestId, headers })
  })
}
