import 'server-only'
import { openedWebContext } from '#lib/http/api/opened-context'
import { sessionOf } from '#lib/http/api/session'
import { authorizeOperator } from '#lib/services/operator/authorize-operator'
import { isAddressKnown } from '#lib/services/operator/find/is-address-known'
import type { PaymentContext } from '#lib/services/payments/types'

/** An address of the console that has no page. */
export const noConsolePage = '/operator/nothing'

/**
 * True if an operator asks for the page of a record that does not exist. Others are told nothing about it. False also if it could not be
 * checked: the page then says so.
 */
export async function isRecordAbsent(
  request: Request,
  openContext: () => Promise<Pick<PaymentContext, 'db' | 'env'>> | undefined = openedWebContext,
): Promise<boolean> {
  const path = new URL(request.url).pathname
  if (!path.startsWith('/operator/')) return false
  try {
    const ctx = await openContext()
    if (!ctx) return false
    authorizeOperator({ ctx, session: await sessionOf(request, ctx) })
    return !(await isAddressKnown({ ctx, input: { path } }))
  } catch {
    return false
  }
}
