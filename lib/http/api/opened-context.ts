import { processValue } from '#lib/adapters/process-value'
import type { PaymentContext } from '#lib/services/payments/types'

/** The context of a web process, shared by separately bundled code: routes, pages and the proxy. */
export const contextSlot = processValue<Promise<PaymentContext>>('web context')

/** The context of this process, if a request has opened it already. This file imports nothing that would open one. */
export function openedWebContext(): Promise<PaymentContext> | undefined {
  return contextSlot.current
}
