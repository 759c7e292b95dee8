import 'server-only'
import { randomUUID } from 'node:crypto'
import { errorText } from '#lib/adapters/chain/error-text'
import { createLogger, type Logger } from '#lib/adapters/log'
import { metrics } from '#lib/adapters/metrics/registry'
import { type CurrentRequest, currentRequest, withinRequest } from '#lib/adapters/request-notes'
import { currentTraceId, failSpan, noteSpan, traced } from '#lib/adapters/trace'
import { statusOf } from '#lib/domain/error-table'
import { CairnError } from '#lib/domain/errors'
import { isShared } from '#lib/http/api/cacheable'
import { preflightHeaders } from '#lib/http/api/cors'
import { logRequest } from '#lib/http/api/log-request'
import type { Meter } from '#lib/http/api/meter'
import { refusalOf } from '#lib/http/api/refusal'
import { respondError } from '#lib/http/api/respond'

export type Handler = (request: Request) => Promise<Response>
export type Handlers = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>

export type Guard<Ctx> = {
  openContext: () => Promise<Ctx>
  methods: readonly string[]
  /** True if the client may have sent a payment: the operation is paid, or the path unknown. A refusal then says that nothing was charged. */
  asksForMoney: boolean
  /** Name of the operation in metrics and in the request log. */
  name?: string
  /** Which answers the request log stores; by default refusals only. */
  logs?: 'refusals' | 'all'
  /** Opens the meter that counts the request; `undefined` if no limit applies. */
  meter?: ((ctx: Ctx) => Meter | undefined) | undefined
}

/** Answers one request. Any error becomes a refusal in the common format. */
export async function guarded<Ctx extends { log?: Logger }>(
  request: Request,
  guard: Guard<Ctx>,
  run: (ctx: Ctx, requestId: string) => Promise<Response>,
): Promise<Response> {
  // A tool call and the request that it makes are logged as one.
  const current = currentRequest() ?? { requestId: randomUUID(), notes: {} }
  const { requestId } = current
  const facts = {
    'cairn.operation': guard.name ?? 'other',
    'cairn.request_id': requestId,
    'http.request.method': request.method,
  }
  const parent = request.headers.get('traceparent')
  return withinRequest(current, () =>
    traced(`request ${facts['cairn.operation']}`, { facts, parent, kind: 'server' }, () =>
      answerWithin(current, request, guard, run),
    ),
  )
}

async function answerWithin<Ctx extends { log?: Logger }>(
  current: CurrentRequest,
  request: Request,
  { openContext, methods, asksForMoney, name = 'other', logs = 'refusals', meter: openMeter }: Guard<Ctx>,
  run: (ctx: Ctx, requestId: string) => Promise<Response>,
): Promise<Response> {
  const { requestId } = current
  const startedMs = performance.now()
  let opened: Ctx | undefined
  let meter: Meter | undefined
  let cause: unknown
  const answer = async () => {
    opened = await openContext()
    meter = openMeter?.(opened)
    await meter?.admit()
    return run(opened, requestId)
  }
  const refuse = (error: unknown) => {
    const refusal = refusalOf(error, { asksForMoney })
    if (statusOf(refusal) >= 500) {
      // The caller was told the message of a `CairnError`, so without a `cause` there is nothing else to log.
      cause = refusal.cause ?? (error instanceof CairnError ? undefined : error)
      // `errorText` shortens the message, and the stack has no values: neither calldata nor a key may reach a log.
      const trace =
        error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : []
      const log = opened?.log ?? createLogger({ level: 'error', service: 'web' })
      log.error({ operation: name, code: refusal.code, error: errorText(cause ?? error), trace }, 'refused')
    }
    return respondError({ request, requestId, error: refusal, headers: refusalHeadersOf(refusal, methods) })
  }
  const response = await answer().catch(refuse)
  // If counting fails, the request is still answered.
  await meter?.count(response).catch((error) => opened?.log?.warn({ error: errorText(error) }, 'not counted'))
  // Appended, because a refusal by another limit has set the same headers. Caches would send them to other clients.
  if (!isShared(response))
    for (const [header, value] of Object.entries(meter?.headers() ?? {}))
      response.headers.append(header, value)
  const durationMs = performance.now() - startedMs
  metrics().requests.observe({ operation: name, status: response.status }, durationMs / 1_000)
  const { bountyId, paymentId } = current.notes
  noteSpan({
    'http.response.status_code': response.status,
    'cairn.bounty_id': bountyId,
    'cairn.payment_id': paymentId,
  })
  if (response.status >= 500) failSpan(current.told?.code ?? String(response.status))
  if (logs === 'all' || response.status >= 400)
    logRequest(opened, {
      requestId,
      operation: name,
      method: request.method,
      status: response.status,
      durationMs,
      notes: current.notes,
      told: current.told,
      cause,
      traceId: currentTraceId(),
    })
  return response
}

function refusalHeadersOf({ code }: CairnError, methods: readonly string[]): Record<string, string> {
  if (code === 'method_not_allowed') return { Allow: allowOf(methods) }
  return code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {}
}

/** @throws CairnError `method_not_allowed` */
export function assertMethod(request: Request, methods: readonly string[]): void {
  if (methods.includes(request.method)) return
  throw new CairnError(
    'method_not_allowed',
    `This endpoint accepts ${allowOf(methods)}, not ${request.method}.`,
  )
}

/** @param meant an existing path that is similar to the requested one */
export function nothingHere(meant?: string): CairnError {
  const help = meant === undefined ? '' : ` Did you mean ${meant}?`
  return new CairnError(
    'not_found',
    `Endpoint not found.${help} All endpoints are listed at /docs/reference.`,
  )
}

/** The token of `Authorization: Bearer`, or `undefined`. */
export function bearerToken(request: Request): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/**
 * The handlers of a path, with an answer to CORS preflight requests.
 *
 * @param corsMethods the methods that browsers may use from other origins: by default those of the path
 */
export function handlersOf(handle: Handler, methods: readonly string[], corsMethods = methods): Handlers {
  const headers = preflightHeaders(allowOf(methods), allowOf(corsMethods))
  const preflight: Handler = async () =>
    new Response(null, { status: 204, headers: { ...headers, 'X-Request-Id': randomUUID() } })
  return everyMethod(handle, preflight)
}

/** Every method has a handler: a missing HEAD would otherwise run GET. */
export function everyMethod(handle: Handler, options = handle): Handlers {
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: options,
  }
}

function allowOf(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ')
}
