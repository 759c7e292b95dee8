import 'server-only'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError, fieldError } from '#lib/domain/errors'
import { answerFree } from '#lib/http/api/answer-free'
import { answerPaid } from '#lib/http/api/answer-paid'
import { webContext } from '#lib/http/api/context'
import { deprecationHeaders } from '#lib/http/api/deprecation'
import {
  assertMethod,
  bearerToken,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
  nothingHere,
} from '#lib/http/api/guarded'
import { apiKeyOf, keyMeterOf } from '#lib/http/api/key-access'
import { likelyPath } from '#lib/http/api/likely-path'
import { meterOf } from '#lib/http/api/meter'
import { isPaid } from '#lib/http/api/paid-request'
import { parseBody, readBody } from '#lib/http/api/read-body'
import { readHeaders, readQuery } from '#lib/http/api/read-query'
import { respondJson } from '#lib/http/api/respond'
import { sessionOf } from '#lib/http/api/session'
import {
  limitOf,
  type Operation,
  type RoutedOperation,
  type StandaloneOperation,
} from '#lib/operations/define-operation'
import { authorizeAgent } from '#lib/services/bounties/authorize-agent'
import { authorizeOperator } from '#lib/services/operator/authorize-operator'
import type { PaymentContext } from '#lib/services/payments/types'

/**
 * Serves an operation over HTTP. A request is checked in this order: shape (400) → credential (401) → payment (402) → state (404, 409).
 *
 * @param methods all methods of the path, if several operations share it; by default those of the operation
 */
export function route<Input, Output>(
  operation: RoutedOperation<Input, Output>,
  openContext: () => Promise<PaymentContext> = webContext,
  methods = methodsOf(operation),
): Handlers {
  const deprecation = operation.deprecated && Object.entries(deprecationHeaders(operation.deprecated))
  const handle: Handler = async (request) => {
    const response = await guarded(
      request,
      {
        openContext,
        methods,
        asksForMoney: operation.payment !== undefined,
        name: operation.name,
        logs: loggedAnswersOf(operation),
        meter: usesKey(operation) ? keyMeterOf(request) : meterOf(request, limitOf(operation)),
      },
      async (ctx, requestId) => {
        if (operation.existsIn && !operation.existsIn(ctx.env)) throw nothingHere()
        assertMethod(request, methods)
        return answer(ctx, operation, request, requestId)
      },
    )
    for (const [name, value] of deprecation ?? []) response.headers.append(name, value)
    return response
  }
  return handlersOf(handle, methods)
}

/** Serves a path with several operations, one per method. */
export function routes(
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own types of input and output
  operations: readonly RoutedOperation<any, any>[],
  openContext: () => Promise<PaymentContext>,
): Handlers {
  const methods = operations.flatMap(methodsOf)
  const routed = operations.map((operation) => ({
    ownMethods: methodsOf(operation),
    handlers: route(operation, openContext, methods),
  }))
  const handle: Handler = (request) => {
    // Without an operation for the method, any of them answers 405.
    const { handlers } = routed.find(({ ownMethods }) => ownMethods.includes(request.method)) ?? routed[0]!
    // All handlers of an operation are the same function.
    return handlers.GET(request)
  }
  return handlersOf(handle, methods)
}

/** Serves an operation that must answer during any outage: it opens no database, chain or file. */
export function standaloneRoute<Output>(operation: StandaloneOperation<Output>): Handlers {
  const methods = methodsOf(operation)
  const guard = { asksForMoney: false, name: operation.name }
  const handle: Handler = (request) =>
    guarded(request, { ...guard, openContext: openNothing, methods }, async (_, requestId) => {
      assertMethod(request, methods)
      const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
      return respondJson({ request, status: 200, json: JSON.stringify(operation.run()), headers })
    })
  return handlersOf(handle, methods)
}

/**
 * Refuses requests for paths without an operation, in the common error format: 404, or 400 if the path cannot be decoded.
 *
 * @param paths of the operations, of which a similar one is named
 */
export function notFoundRoute(paths: readonly string[] = []): Handlers {
  const handle: Handler = (request) =>
    guarded(request, { openContext: openNothing, methods: [], asksForMoney: true }, async () => {
      const { pathname } = new URL(request.url)
      decodePath(pathname, 'path')
      throw nothingHere(likelyPath(pathname.replace(/\/$/, '').split('/'), paths))
    })
  return handlersOf(handle, [], anyMethod)
}

const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const openNothing = async () => ({})

/**
 * Logs all requests that pay or change something, and all requests of operators and key holders. Successful free reads are not
 * logged: they are nearly all requests, and no money depends on them. Neither are successful reports, so that no entry of the log
 * can be matched with one.
 */
function loggedAnswersOf(operation: {
  method: string
  payment?: unknown
  credential?: string
  onlyReads?: boolean
  logsSuccess?: boolean
}): 'all' | 'refusals' {
  const { method, payment, credential, onlyReads, logsSuccess = true } = operation
  if (!logsSuccess) return 'refusals'
  const isTheirs = credential === 'operator' || credential === 'enterprise_key'
  return payment || isTheirs || (method === 'POST' && !onlyReads) ? 'all' : 'refusals'
}

function usesKey(operation: object): boolean {
  return 'credential' in operation && operation.credential === 'enterprise_key'
}

function methodsOf(operation: { method: Operation['method']; payment?: unknown }): string[] {
  return operation.method === 'GET' && !operation.payment ? ['GET', 'HEAD'] : [operation.method]
}

async function answer<Input, Output>(
  ctx: PaymentContext,
  operation: RoutedOperation<Input, Output>,
  request: Request,
  requestId: string,
): Promise<Response> {
  const bytes = operation.method === 'POST' ? await readBody(request) : new Uint8Array()
  const params = paramsOf(operation.path, request)
  noteParams(operation.path, params)
  const body = once(() => parseBody(request, bytes, { ofAnyType: operation.request.body === undefined }))
  const input = once(() => parseRequest(ctx, operation, request, params, body()))
  if (isPaid(operation)) return answerPaid({ ctx, operation, input, params, request, requestId, bytes, body })
  input()
  const run = async () => {
    if (operation.credential === 'session')
      return operation.run({ ctx, input: input(), session: await sessionOf(request, ctx) })
    if (operation.credential === 'operator') {
      const operator = authorizeOperator({ ctx, session: await sessionOf(request, ctx) })
      return operation.run({ ctx, input: input(), operator, requestId })
    }
    if (operation.credential === 'enterprise_key')
      return operation.run({ ctx, input: input(), key: await apiKeyOf(request, ctx) })
    if (operation.credential === 'agent_token') {
      const token = bearerToken(request)
      await authorizeAgent({ ctx, input: { bountyId: params.id!, token } })
    }
    return operation.run({ ctx, input: input() })
  }
  return answerFree({ ctx, operation, output: await run(), request, requestId })
}

function parseRequest<Input, Output>(
  ctx: PaymentContext,
  operation: RoutedOperation<Input, Output>,
  request: Request,
  params: Record<string, string>,
  body: unknown,
): Input {
  if (body === undefined && operation.request.body !== undefined)
    throw new CairnError('invalid_request', 'The body is missing: send a JSON object.')
  const query = readQuery(operation.request, request)
  const headers = readHeaders(operation.request.headers, request)
  return operation.parse({ params, query, headers, body }, { now: ctx.clock.now(), env: ctx.env })
}

/** Computes a value, or its refusal, at the first call only. */
function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | { error: unknown } | undefined
  return () => {
    if (!computed)
      try {
        computed = { value: compute() }
      } catch (error) {
        computed = { error }
      }
    if ('error' in computed) throw computed.error
    return computed.value
  }
}

/** The path's parameters, percent-decoded. */
function paramsOf(template: string, request: Request): Record<string, string> {
  const names = template.split('/')
  const given = new URL(request.url).pathname.split('/')
  return Object.fromEntries(
    names.flatMap((name, index) => {
      if (!name.startsWith('{')) return []
      const field = name.slice(1, -1)
      return [[field, decodePath(given[index] ?? '', field)]]
    }),
  )
}

/** Notes the ids in the path for the request log. */
function noteParams(template: string, params: Readonly<Record<string, string>>): void {
  const bountyId = template.includes('/bounties/{id}') ? params.id : params.bounty_id
  if (bountyId !== undefined) noteRequest({ bountyId })
  if (params.submission_id !== undefined) noteRequest({ submissionId: params.submission_id })
  if (/^[1-9]\d{0,14}$/.test(params.payment_id ?? '')) noteRequest({ paymentId: Number(params.payment_id) })
}

/** @throws CairnError `invalid_request` */
function decodePath(text: string, field: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw fieldError(field, 'must be UTF-8, properly percent-encoded', { cause })
  }
}
