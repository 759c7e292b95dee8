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
import { respondError, respondJson } from '#lib/http/respond'
import type { Operation, StandaloneOperation } from '#lib/operations/define-operation'
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
  const methods = methodsOf(operation)
  const handle: Handler = (request) =>
    guarded(
      request,
      { openContext, methods, asksForMoney: operation.payment !== undefined },
      async (ctx, requestId) => {
        if (operation.existsIn && !operation.existsIn(ctx.env)) throw nothingHere()
        assertMethod(request, methods)
        return answer(ctx, operation, request, requestId)
      },
    )
  return handlersOf(handle, methods)
}

/** For an operation that answers whatever is away: nothing is opened. */
export function standaloneRoute<Output>(operation: StandaloneOperation<Output>): Handlers {
  const methods = methodsOf(operation)
  const handle: Handler = (request) =>
    guarded(request, { openContext: openNothing, methods, asksForMoney: false }, async (_, requestId) => {
      assertMethod(request, methods)
      const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
      return respondJson({ request, status: 200, json: JSON.stringify(operation.run()), headers })
    })
  return handlersOf(handle, methods)
}

/** Answers in the shape of every refusal for paths that no operation has: 404, or 400 when they cannot be read at all. */
export function notFoundRoute(): Handlers {
  const handle: Handler = (request) =>
    guarded(request, { openContext: openNothing, methods: [], asksForMoney: true }, async () => {
      decodePath(new URL(request.url).pathname, 'path')
      throw nothingHere()
    })
  return handlersOf(handle, [], anyMethod)
}

const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const openNothing = async () => ({})

function methodsOf(operation: { method: Operation['method']; payment?: unknown }): string[] {
  return operation.method === 'GET' && !operation.payment ? ['GET', 'HEAD'] : [operation.method]
}

function nothingHere(): CairnError {
  return new CairnError('not_found', 'There is nothing at this path.')
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
  const input = onlyQuote ? undefined : parseRequest(ctx, operation, request, bytes)
  if (payment)
    return answerPaid({ ctx, operation: { ...operation, payment }, input, request, requestId, bytes })
  return answerFree({ ctx, operation, input: input as Input, request, requestId })
}

function parseRequest<Input, Output>(
  ctx: PaymentContext,
  operation: Operation<Input, Output>,
  request: Request,
  bytes: Uint8Array,
): Input {
  const body = parseBody(request, bytes)
  if (body === undefined && operation.request.body)
    throw new CairnError('invalid_request', 'The body is missing: send a JSON object.')
  return operation.parse({ params: paramsOf(operation.path, request), body }, { now: ctx.clock.now() })
}

type Guard<Ctx> = { openContext: () => Promise<Ctx>; methods: readonly string[]; asksForMoney: boolean }

async function guarded<Ctx extends Partial<Pick<PaymentContext, 'log'>>>(
  request: Request,
  { openContext, methods, asksForMoney }: Guard<Ctx>,
  run: (ctx: Ctx, requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = randomUUID()
  let log: PaymentContext['log'] | undefined
  try {
    const ctx = await openContext()
    log = ctx.log
    return await run(ctx, requestId)
  } catch (error) {
    const refusal = refusalOf(error, { asksForMoney })
    if (refusal.status >= 500) {
      // The text is cut down and the trace holds no values: neither calldata nor a key may reach a log.
      const trace =
        error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : []
      log ??= createLogger({ level: 'error', service: 'web' })
      log.error({ requestId, code: refusal.code, error: errorText(refusal.cause ?? error), trace }, 'refused')
    }
    const headers: Record<string, string> =
      refusal.code === 'method_not_allowed' ? { Allow: allowOf(methods) } : {}
    return respondError({ request, requestId, error: refusal, headers })
  }
}

/** The path's parameters, percent-decoded. */
function paramsOf(template: string, request: Request): Record<string, string> {
  const names = template.split('/')
  // Counted from the end: some operations are served outside the versioned prefix.
  const given = new URL(request.url).pathname.replace(/\/+$/, '').split('/').slice(-names.length)
  return Object.fromEntries(
    names.flatMap((name, index) => {
      if (!name.startsWith('{')) return []
      const field = name.slice(1, -1)
      return [[field, decodePath(given[index] ?? '', field)]]
    }),
  )
}

/** @throws CairnError `invalid_request` */
function decodePath(text: string, field: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    const message = `${field}: must be UTF-8, properly percent-encoded`
    throw new CairnError('invalid_request', message, { field, cause })
  }
}

/** @throws CairnError `method_not_allowed` */
function assertMethod(request: Request, methods: readonly string[]): void {
  if (methods.includes(request.method)) return
  throw new CairnError('method_not_allowed', `This path takes ${allowOf(methods)}, not ${request.method}.`)
}

function allowOf(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ')
}

/** @param passed the methods a browser may send: those the path takes unless told */
function handlersOf(handle: Handler, methods: readonly string[], passed = methods): Handlers {
  const headers = preflightHeaders(allowOf(methods), allowOf(passed))
  const preflight: Handler = async () =>
    new Response(null, { status: 204, headers: { ...headers, 'X-Request-Id': randomUUID() } })
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
