import 'server-only'
import { webContext } from '#lib/http/api/context'
import { everyMethod, type Handler, type Handlers } from '#lib/http/api/guarded'
import { intakeRoute } from '#lib/http/api/intake-route'
import { findByPath } from '#lib/http/api/path-handlers'
import { streamRoute } from '#lib/http/api/stream-route'
import { notFoundRoute, route, routes, standaloneRoute } from '#lib/http/route'
import { operations } from '#lib/operations/catalog'
import type { AnyOperation } from '#lib/operations/define-operation'
import { operatorGroup } from '#lib/operations/operator/catalog'
import type { PaymentContext } from '#lib/services/payments/types'

/** What an unknown path is compared with: neither the operator's paths nor those that only some deployments have. */
const publicPaths = operations
  .filter((operation) => !('existsIn' in operation && operation.existsIn))
  .map(({ path }) => path as string)

type Open = () => Promise<PaymentContext>

/** Serves every operation at its path. Every other path is refused. */
export function operationsRoute(openContext: Open = webContext): Handlers {
  const find = findByPath(
    Array.from(operationHandlers(openContext), ([path, handlers]) => ({ path, handlers })),
  )
  const nothing = notFoundRoute(publicPaths)
  const handlersFor = (request: Request) => {
    const given = segmentsOf(request)
    return (given && find(given)) ?? nothing
  }
  // A path has one function for OPTIONS and one for all other methods.
  const handle: Handler = (request) => handlersFor(request).GET(request)
  return everyMethod(handle, (request) => handlersFor(request).OPTIONS(request))
}

/** The handlers of every operation, by the path of the operation. */
export function operationHandlers(openContext: Open): Map<string, Handlers> {
  const byPath = Map.groupBy([...operations, ...operatorGroup.operations], ({ path }) => path as string)
  return new Map([...byPath].map(([path, those]) => [path, handlersAt(those, openContext)]))
}

function handlersAt(those: readonly AnyOperation[], openContext: Open): Handlers {
  const [first] = those
  if ('standalone' in first!) return standaloneRoute(first)
  if ('streams' in first!) return streamRoute(first, openContext)
  if ('takes' in first!) return intakeRoute(first, openContext)
  const served = those as Parameters<typeof routes>[0]
  return served.length > 1 ? routes(served, openContext) : route(served[0]!, openContext)
}

/** The decoded segments of the path; `undefined` if it is not UTF-8, percent-encoded. */
function segmentsOf(request: Request): string[] | undefined {
  try {
    return new URL(request.url).pathname.replace(/\/$/, '').split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}
