import 'server-only'
import { connectionOf } from '#lib/adapters/connections'
import { onEndSignal } from '#lib/adapters/on-end-signal'
import { processValue } from '#lib/adapters/process-value'
import { apartFromRequest } from '#lib/adapters/request-notes'
import { type Hub, openHub } from '#lib/enterprise/hub'
import { openStream, type Patience, type StreamInput } from '#lib/enterprise/open-stream'
import { corsHeaders } from '#lib/http/api/cors'
import { assertMethod, guarded, type Handler, type Handlers, handlersOf } from '#lib/http/api/guarded'
import { apiKeyOf, keyMeterOf } from '#lib/http/api/key-access'
import { readHeaders, readQuery } from '#lib/http/api/read-query'
import type { StreamOperation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

const hubs = processValue<WeakMap<PaymentContext, Promise<Hub>>>('hubs')

/** Serves an operation as a stream of server-sent events. There is no HEAD, since the answer has no end. */
export function streamRoute(
  operation: StreamOperation<StreamInput>,
  openContext: () => Promise<PaymentContext>,
  patience?: Patience,
): Handlers {
  const methods = ['GET']
  const handle: Handler = (request) =>
    guarded(
      request,
      {
        openContext,
        methods,
        asksForMoney: false,
        name: operation.name,
        logs: 'all',
        meter: keyMeterOf(request),
      },
      async (ctx, requestId) => {
        assertMethod(request, methods)
        const query = readQuery(operation.request, request)
        const headers = readHeaders(operation.request.headers, request)
        const parts = { params: {}, query, headers, body: undefined }
        const input = operation.parse(parts, { now: ctx.clock.now(), env: ctx.env })
        const key = await apiKeyOf(request, ctx)
        const connection = connectionOf(request.headers)
        const stream = await openStream({ ctx, hub: await hubOf(ctx), key, input, connection, patience })
        return new Response(stream, {
          headers: {
            ...corsHeaders,
            'Content-Type': 'text/event-stream; charset=utf-8',
            // Prevents proxies from delaying events: no compression, no buffer.
            'Cache-Control': 'no-store, no-transform',
            'X-Accel-Buffering': 'no',
            // The connection ends with the stream, and the lease with the connection.
            Connection: 'close',
            'X-Request-Id': requestId,
          },
        })
      },
    )
  return handlersOf(handle, methods)
}

function hubOf(ctx: PaymentContext): Promise<Hub> {
  hubs.current ??= new WeakMap()
  const known = hubs.current.get(ctx)
  if (known) return known
  const opened = apartFromRequest(() => openHub(ctx))
  hubs.current.set(ctx, opened)
  opened.then(
    // A server that shuts down waits for its answers, and streams would never end. The signal may have come while the hub was opened.
    (hub) => onEndSignal(() => void hub.close()),
    () => hubs.current?.delete(ctx),
  )
  return opened
}
