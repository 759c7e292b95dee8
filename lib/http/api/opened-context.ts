import { processValue } from '#lib/adapters/process-value'
import type { PaymentContext } from '#lib/services/payments/types'

/** Where the context of a web process lives: what is bundled apart (routes, pages, the proxy) shares it. */
export const contextSlot = processValue<Promise<PaymentContext>>('web context')

/** The context of this process, where a request has opened it already. Imports nothing that would open one. */
export function openedWebContext(): Promise<PaymentContext> | undefined {
  return contextSlot.current
}
