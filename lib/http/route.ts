import 'server-only'
import { randomUUID } from 'node:crypto'
import { errorText } from '#lib/adapters/chain/error-text'
import { createLogger } from '#lib/adapters/log'
import { CairnError } from '#lib/domain/errors'
import { answerFree } from '#lib/http/answer-free'
import { answerPaid, paymentHeader } from '#lib/http/answer-paid'
import { webContext } from '#lib/http/context'
import { preflightHeaders } from '#lib/http/cors'
import { parseBody, readBody } from '#lib/http/read-body'
import { refusalOf } from '#lib/http/refusal'
import { respondError } from '#lib/http/respond'
import type { Operation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

export type Handler = (request: Request) => Promise<Response>
export type Handlers = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>

/**
 * The one way in over HTTP: shape (400) → credential (401) → payment (402) → state (404, 409). Every method has a handler:
 * a missing HEAD would otherwise run GET.
 */
export function route<Input, Output>(
  operation: Operation<Input, Output>,
  openContext: () => Promise<PaymentContext> = webContext,
): Handlers {
  const methods = operation.method === 'GET' && !operation.payment ? ['GET', 'HEAD'] : [operation.method]
  const allow = [...methods, 'OPTIONS'].join(', ')
  const handle: Handler = (request) =>
    guarded(request, openContext, async (ctx, requestId) => {
      if (operation.existsIn && !operation.existsIn(ctx.env)) throw nothingHere()
      if (!methods.includes(request.method)) return refuseMethod(request, requestId, allow)
      return answer(ctx, operation, request, requestId)
    })
  return handlersOf(handle, allow)
}

/** Answers 404 in the shape of every refusal, for paths that no operation has. */
export function notFoundRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  const handle: Handler = (request) =>
    guarded(request, openContext, async () => {
      throw nothingHere()
    })
  return handlersOf(handle, 'OPTIONS')
}

function nothingHere(): CairnError {
  return new CairnError('not_found', 'There is nothing at this path. Nothing was charged.')
}

async function answer<Input, Output>(
  ctx: PaymentContext,
  operation: Operation<Input, Output>,
  request: Request,
  requestId: string,
): Promise<Response> {
  const bytes = operation.method === 'POST' ? await readBody(request) : new Uint8Array()
  const { payment } = operation
  const onlyQuote = payment?.quotesEmptyBody && bytes.byteLength === 0 && !request.headers.has(paymentHeader)
  const input = onlyQuote
    ? undefined
    : operation.parse(
        { params: paramsOf(operation.path, request), body: parseBody(request, bytes) },
        { now: ctx.clock.now() },
      )
  if (payment)
    return answerPaid({ ctx, operation: { ...operation, payment }, input, request, requestId, bytes })
  return answerFree({ ctx, operation, input: input as Input, request, requestId })
}

async function guarded(
  request: Request,
  openContext: () => Promise<PaymentContext>,
  run: (ctx: PaymentContext, requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = randomUUID()
  let log: PaymentContext['log'] | undefined
  try {
    const ctx = await openContext()
    log = ctx.log
    return await run(ctx, requestId)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) {
      // The text is cut down and the trace holds no values: neither calldata nor a key may reach a log.
      const trace =
        error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : []
      log ??= createLogger({ level: 'error', service: 'web' })
      log.error({ requestId, code: refusal.code, error: errorText(refusal.cause ?? error), trace }, 'refused')
    }
    return respondError({ request, requestId, error: refusal })
  }
}

/** The path's parameters, percent-decoded. */
function paramsOf(template: string, request: Request): Record<string, string> {
  const names = template.split('/')
  // Counted from the end: some operations are served outside the versioned prefix.
  const given = new URL(request.url).pathname.split('/').slice(-names.length)
  return Object.fromEntries(
    names.flatMap((name, index) => {
      if (!name.startsWith('{')) return []
      try {
        return [[name.slice(1, -1), decodeURIComponent(given[index] ?? '')]]
      } catch {
        throw new CairnError(
          'invalid_request',
          'The path is not properly percent-encoded. Nothing was charged.',
          {
            field: name.slice(1, -1),
          },
        )
      }
    }),
  )
}

function refuseMethod(request: Request, requestId: string, allow: string): Response {
  const error = new CairnError(
    'method_not_allowed',
    `This path takes ${allow}, not ${request.method}. Nothing was charged.`,
  )
  return respondError({ request, requestId, error, headers: { Allow: allow } })
}

function handlersOf(handle: Handler, allow: string): Handlers {
  const preflight: Handler = async () =>
    new Response(null, { status: 204, headers: { ...preflightHeaders(allow), 'X-Request-Id': randomUUID() } })
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: preflight,
  }
}
