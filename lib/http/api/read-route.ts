import 'server-only'
import type { Logger } from '#lib/adapters/log'
import {
  assertMethod,
  type Guard,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
} from '#lib/http/api/guarded'

const methods = ['GET', 'HEAD']

type ReadGuard<Ctx> = {
  /** In metrics and in the request log. */
  name: string
  openContext: () => Promise<Ctx>
  meter?: (request: Request) => Guard<Ctx>['meter']
}

/** The handlers of a path that is read for free, such as a document, a picture or a tile. They answer GET and HEAD, and refuse other methods. */
export function readRoute<Ctx extends { log?: Logger }>(
  { name, openContext, meter }: ReadGuard<Ctx>,
  answer: (args: { request: Request; ctx: Ctx; requestId: string }) => Promise<Response>,
): Handlers {
  const handle: Handler = (request) => {
    const guard = { name, openContext, methods, asksForMoney: false, meter: meter?.(request) }
    return guarded(request, guard, async (ctx, requestId) => {
      assertMethod(request, methods)
      return answer({ request, ctx, requestId })
    })
  }
  return handlersOf(handle, methods)
}
