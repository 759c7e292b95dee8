import 'server-only'
import { connectionOf } from '#lib/adapters/connections'
import { onEndSignal } from '#lib/adapters/on-end-signal'
import { apartFromRequest } from '#lib/adapters/request-notes'
import { type Hub, openHub } from '#lib/enterprise/hub'
import { openStream, type Patience, type StreamInput } from '#lib/enterprise/open-stream'
import { webContext } from '#lib/http/context'
import { corsHeaders } from '#lib/http/cors'
import { assertMethod, guarded, type Handler, type Handlers, handlersOf } from '#lib/http/guarded'
import { keyMeterOf, keyOf } from '#lib/http/key-access'
import { headersOf, queryOf } from '#lib/http/read-query'
import type { StreamOperation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

// One hub a process: the bundler may load this module more than once.
const slot = globalThis as { cairnHubs?: WeakMap<PaymentContext, Promise<Hub>> }

/** For an operation that goes on answering. HEAD is none of its methods: there is nothing to see but the stream. */
export function streamRoute(
  operation: StreamOperation<StreamInput>,
  openContext: () => Promise<PaymentContext> = webContext,
  patience?: Patience,
): Handlers {
  const methods = ['GET']
  const handle: Handler = (request) =>
    guarded(
      request,
      {
        ...{ openContext, methods, asksForMoney: false },
        ...{ name: operation.name, keeps: 'all', meter: keyMeterOf(request) },
      },
      async (ctx, requestId) => {
        assertMethod(request, methods)
        const query = queryOf(operation.request.query, request)
        const headers = headersOf(operation.request.headers, request)
        const parts = { params: {}, query, headers, body: undefined }
        const input = operation.parse(parts, { now: ctx.clock.now(), env: ctx.env })
        const key = await keyOf(request, ctx)
        const connection = connectionOf(request.headers)
        const stream = await openStream({ ctx, hub: await hubOf(ctx), key, input, connection, patience })
        return new Response(stream, {
          headers: {
            ...corsHeaders,
            'Content-Type': 'text/event-stream; charset=utf-8',
            // What keeps proxies from holding events back: no compression, no buffer.
            'Cache-Control': 'no-store, no-transform',
            'X-Accel-Buffering': 'no',
            // The connection ends with the stream, and its place with the connection.
            Connection: 'close',
            'X-Request-Id': requestId,
          },
        })
      },
    )
  return handlersOf(handle, methods)
}

function hubOf(ctx: PaymentContext): Promise<Hub> {
  slot.cairnHubs ??= new WeakMap()
  const known = slot.cairnHubs.get(ctx)
  if (known) return known
  const opened = apartFromRequest(() => openHub(ctx))
  slot.cairnHubs.set(ctx, opened)
  opened.then(
    // A server that is told to end waits for its answers, and these would never end.
    (hub) => onEndSignal(() => void hub.close()),
    () => slot.cairnHubs?.delete(ctx),
  )
  return opened
}
