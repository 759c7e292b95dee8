import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { webContext } from '#lib/http/api/context'
import { assertMethod, guarded, type Handler, type Handlers, handlersOf } from '#lib/http/api/guarded'
import { openMeter } from '#lib/http/api/meter'
import { respondJson } from '#lib/http/api/respond'
import type { ScheduledOperation } from '#lib/operations/define-operation'

/** GET too, because some schedulers can send nothing else. */
const methods = ['GET', 'POST']

/** The route for schedulers: `Authorization: Bearer CRON_SECRET`, one JSON answer. */
export function scheduledRoute<Output>(
  operation: ScheduledOperation<Output>,
  openContext: () => Promise<Context> = webContext,
): Handlers {
  const guard = { asksForMoney: false, name: operation.name, logs: 'all' } as const
  // Only refused requests count, so that a scheduler may call at any rate.
  const meter = (request: Request) => (ctx: Context) =>
    openMeter({ ctx, request, limit: 'signIn', onlyRefused: true })
  const handle: Handler = (request) =>
    guarded(request, { ...guard, openContext, methods, meter: meter(request) }, async (ctx, requestId) => {
      assertMethod(request, methods)
      assertScheduler(request, ctx.env.cronSecret)
      const output = await operation.run({ ctx })
      const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
      return respondJson({ request, status: 200, json: JSON.stringify(output), headers })
    })
  return handlersOf(handle, methods)
}

/** The same refusal in all cases, so that nobody learns whether a secret is set. */
function assertScheduler(request: Request, secret: string | undefined): void {
  const given = bearer(request)
  if (secret === undefined || given === undefined || !isSame(given, secret))
    throw new CairnError(
      'unauthorized',
      'This path is for the scheduler: send its secret as Authorization: Bearer.',
    )
}

/** The secret may contain any characters, so it is not restricted to the syntax of tokens. */
function bearer(request: Request): string | undefined {
  return /^bearer +(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** Hashes have equal lengths, so the comparison takes constant time for any input. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
