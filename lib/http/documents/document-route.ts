import 'server-only'
import type { Env } from '#lib/adapters/env'
import type { Freshness } from '#lib/domain/freshness'
import { respondCacheable } from '#lib/http/api/cacheable'
import { webContext } from '#lib/http/api/context'
import {
  assertMethod,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
  nothingHere,
} from '#lib/http/api/guarded'
import { meterOf } from '#lib/http/api/meter'
import type { PaymentContext } from '#lib/services/payments/types'

const freshness: Freshness = { maxAgeSeconds: 300, staleSeconds: 300 }
const methods = ['GET', 'HEAD']

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
  const guard = (request: Request) => ({
    ...{ openContext, methods, asksForMoney: false, name: 'document' },
    meter: meterOf(request, 'light'),
  })
  const handle: Handler = (request) =>
    guarded(request, guard(request), async (ctx, requestId) => {
      assertMethod(request, methods)
      const text = await document.write(ctx.env, ctx)
      if (text === undefined) throw nothingHere()
      const headers = document.headers?.(ctx.env)
      return respondCacheable(request, text, { freshness, type: document.type, requestId, headers })
    })
  return handlersOf(handle, methods)
}
