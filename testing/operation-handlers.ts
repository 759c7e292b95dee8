import type { Handlers } from '#lib/http/api/guarded'
import { route, routes, standaloneRoute } from '#lib/http/route'
import { operations } from '#lib/operations/catalog'
import type { AnyOperation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

/** The handlers of every public operation but streams, by the path of the operation. */
export function operationHandlers(open: () => Promise<PaymentContext>): Map<string, Handlers> {
  const byPath = Map.groupBy(
    operations.filter((one) => !('streams' in one)),
    ({ path }) => path as string,
  )
  return new Map([...byPath].map(([path, those]) => [path, handlersOf(those, open)]))
}

function handlersOf(those: readonly AnyOperation[], open: () => Promise<PaymentContext>): Handlers {
  const [first] = those
  if ('standalone' in first!) return standaloneRoute(first)
  const served = those as Parameters<typeof routes>[0]
  return served.length > 1 ? routes(served, open) : route(served[0]!, open)
}
