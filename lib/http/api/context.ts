import 'server-only'
import { openContext } from '#lib/adapters/context'
import { readEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { apartFromRequest } from '#lib/adapters/request-notes'
import { contextSlot } from '#lib/http/api/opened-context'
import type { PaymentContext } from '#lib/services/payments/types'

/**
 * The context of this process, opened by the first request, because a build has no settings. It is stored on `globalThis`, because the
 * bundler may load this module more than once, and a process must have only one connection pool and one set of batchers.
 */
export function webContext(): Promise<PaymentContext> {
  contextSlot.current ??= apartFromRequest(open).catch((error: unknown) => {
    contextSlot.current = undefined
    throw error
  })
  return contextSlot.current
}

async function open(): Promise<PaymentContext> {
  const ctx = await openContext(readEnv(), { service: 'web' })
  return { ...ctx, facilitator: openFacilitator(ctx) }
}
