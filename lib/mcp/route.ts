import 'server-only'
import { randomUUID } from 'node:crypto'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { errorText } from '#lib/adapters/chain/error-text'
import { createLogger } from '#lib/adapters/log'
import { peerHeader } from '#lib/adapters/peer-address'
import { type CurrentRequest, withinRequest } from '#lib/adapters/request-notes'
import { statusOf } from '#lib/domain/error-table'
import { CairnError } from '#lib/domain/errors'
import { isObject } from '#lib/domain/text/json'
import { webContext } from '#lib/http/api/context'
import { everyMethod, type Handler, type Handlers } from '#lib/http/api/guarded'
import { logRequest } from '#lib/http/api/log-request'
import { type Meter, openMeter } from '#lib/http/api/meter'
import { parseBody, readBody } from '#lib/http/api/read-body'
import { refusalOf } from '#lib/http/api/refusal'
import { demoNotice } from '#lib/http/documents/demo-notice'
import { interfaceVersion } from '#lib/http/documents/openapi'
import { route } from '#lib/http/route'
import { about, instructions } from '#lib/mcp/about'
import { isAlreadyDone, mayBeDone } from '#lib/mcp/already-done'
import { requestOf, tokenArgument } from '#lib/mcp/request-of'
import { paymentKey, resultOf } from '#lib/mcp/result-of'
import { type DescribedTool, describeTools, toolOperations } from '#lib/mcp/tools'
import type { PaymentContext } from '#lib/services/payments/types'

const methods = ['POST']
const toolNames: ReadonlySet<string> = new Set(toolOperations.map(({ name }) => name))
/** The name in the request log. */
const operation = 'mcp'
/** Forwarded headers, so that a call counts for the client that made it. */
const passedHeaders = ['user-agent', 'x-forwarded-for', peerHeader]

/**
 * The tools over streamable HTTP, without sessions: each request gets one JSON answer. The caller's client pays, by the x402
 * MCP transport.
 *
 * Each call becomes an HTTP request for its operation and passes through `route`, so validation, credential, payment and answer
 * are the same as over HTTP. A payment is valid for that request only; sent again, by HTTP or as a tool call, it gets the same
 * answer.
 */
export function mcpRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  const handle: Handler = async (request) => {
    const current: CurrentRequest = { requestId: randomUUID(), notes: {} }
    const response = await withinRequest(current, () => answerWithin(current, request, openContext))
    response.headers.set('X-Request-Id', current.requestId)
    return response
  }
  return everyMethod(handle)
}

/** Tool calls go through `route`, and are logged as the operation that they call. Only what is refused before that is logged here. */
async function answerWithin(
  { requestId, notes }: CurrentRequest,
  request: Request,
  openContext: () => Promise<PaymentContext>,
): Promise<Response> {
  const begunMs = performance.now()
  let ctx: PaymentContext | undefined
  let meter: Meter | undefined
  const told = (response: Response) => {
    for (const [name, value] of Object.entries(meter?.headers() ?? {})) response.headers.append(name, value)
    return response
  }
  try {
    ctx = await openContext()
    meter = openMeter({ ctx, request, limit: 'light' })
    return told(await answer(request, ctx, meter))
  } catch (error) {
    const refusal = refusalOf(error, { asksForMoney: false })
    const cause = statusOf(refusal) >= 500 ? (refusal.cause ?? error) : undefined
    if (cause !== undefined) {
      const log = ctx?.log ?? createLogger({ level: 'error', service: 'web' })
      log.error({ operation, code: refusal.code, error: errorText(cause) }, 'refused')
    }
    const response = told(respondRefusal(refusal))
    logRequest(ctx, {
      requestId,
      operation,
      method: request.method,
      status: response.status,
      durationMs: performance.now() - begunMs,
      notes,
      cause,
      told: { code: refusal.code, message: refusal.message },
    })
    return response
  }
}

async function answer(request: Request, ctx: PaymentContext, meter: Meter | undefined): Promise<Response> {
  const body = await readMessage(request, ctx).catch(async (error: unknown) => {
    await meter?.admit()
    throw error
  })
  // A tool call counts as its operation: a paid call does not use up the allowance.
  if (!isToolCall(body)) await meter?.admit()
  const fault = messageFault(body)
  if (fault) return fault
  const server = createServer(request, ctx, meter)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const handled = await transport.handleRequest(request, { parsedBody: body })
    const response = handled.status === 406 ? notAcceptable() : handled
    response.headers.set('Cache-Control', 'no-store')
    return response
  } finally {
    await server.close()
  }
}

/** The refusal of a message that is no JSON-RPC, or no tool call: the SDK answers those as failures of this server. */
function messageFault(message: unknown): Response | undefined {
  if (!isObject(message)) return undefined
  const id = typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null
  const refuse = (code: number, text: string, status: number) =>
    Response.json(
      { jsonrpc: '2.0', error: { code, message: text }, id },
      { status, headers: { 'Cache-Control': 'no-store' } },
    )
  const isAnswer = 'result' in message || 'error' in message
  if (typeof message.method !== 'string' && !isAnswer)
    return refuse(
      ErrorCode.InvalidRequest,
      'The message must have a `method`, as text: it is no JSON-RPC request.',
      400,
    )
  if (message.method !== 'tools/call' || id === null || CallToolRequestSchema.safeParse(message).success)
    return undefined
  return refuse(
    ErrorCode.InvalidParams,
    'The `params` of a tool call must have `name`, as text, and may have `arguments`, as an object.',
    200,
  )
}

/** Says which header to send, which the words of the SDK do not. */
function notAcceptable(): Response {
  const message =
    'Send the header "Accept: application/json, text/event-stream": the protocol requires both media types. The answer is JSON.'
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 406 })
}

/** True for a call of one of our tools. All other messages, and calls of unknown tools, are answered here. */
function isToolCall(body: object): boolean {
  const { success, data } = CallToolRequestSchema.safeParse(body)
  return success && toolNames.has(data.params.name)
}

async function readMessage(request: Request, ctx: PaymentContext): Promise<object> {
  assertOrigin(request, ctx.env.baseUrl)
  if (!methods.includes(request.method))
    throw new CairnError(
      'method_not_allowed',
      `This endpoint accepts ${methods.join(', ')}, not ${request.method}.`,
    )
  const body = parseBody(request, await readBody(request), { ofAnyType: true })
  // One message per request, as the protocol requires since 2025-06-18. A batch would be many calls that count as one.
  if (body === undefined || Array.isArray(body))
    throw new CairnError('invalid_request', 'Send one JSON-RPC message in each request.')
  return body as object
}

/**
 * Pages of other origins may not call from a reader's browser: by DNS rebinding, their host name could lead to a service on the reader's
 * own machine. Programs send no Origin.
 */
function assertOrigin(request: Request, baseUrl: string): void {
  const origin = request.headers.get('origin')
  if (origin === null || origin === new URL(baseUrl).origin) return
  throw new OriginRefused()
}

class OriginRefused extends CairnError {
  constructor() {
    super('unauthorized', 'Web pages of another origin may not call tools.')
  }
}

function createServer(outer: Request, ctx: PaymentContext, meter: Meter | undefined): Server {
  const described = describeTools(ctx.env)
  const notice = demoNotice(ctx.env)
  const server = new Server(
    // The version of the tools is that of the interface behind them.
    { ...about, version: interfaceVersion },
    {
      capabilities: { tools: {} },
      instructions: notice === undefined ? instructions : `${notice}\n\n${instructions}`,
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: described.map(toolOf) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const index = described.findIndex(({ tool }) => tool.name === params.name)
    if (index === -1) throw new McpError(ErrorCode.InvalidParams, `There is no tool called ${params.name}.`)
    return callTool({
      outer,
      ctx,
      meter,
      params,
      ...described[index]!,
      operation: toolOperations[index]!.operation,
    })
  })
  return server
}

/** Clients validate every result against the schema, and the result of a paid tool may be the offer. */
function toolOf({ tool, flow }: DescribedTool): DescribedTool['tool'] {
  if (!flow) return tool
  const { type, ...answered } = tool.outputSchema!
  return { ...tool, outputSchema: { type, anyOf: [{ type, ...answered }, offerSchema] } }
}

const offerSchema = {
  type: 'object',
  description:
    'x402 v2 PaymentRequired, beside `isError`: sign one of `accepts` and call again with the payment in `_meta["x402/payment"]`.',
  properties: {
    x402Version: { const: 2 },
    error: { type: 'string' },
    buys: {
      type: 'string',
      description:
        'What the call was understood to ask for, and which arguments were ignored: compare it before you pay.',
    },
    would_be_empty: {
      const: true,
      description: 'The answer would be empty: the free coverage has no capture there at any time.',
    },
    ignored: {
      type: 'array',
      items: { type: 'string' },
      description: 'The arguments that the call does not have, and that were ignored.',
    },
    place: {
      type: ['string', 'null'],
      description: 'Of a bounty: the cell that its brief names, or null if none was understood.',
    },
    resource: { type: 'object' },
    accepts: { type: 'array', items: { type: 'object' } },
  },
  required: ['x402Version', 'resource', 'accepts'],
}

type ToolCall = DescribedTool & {
  outer: Request
  ctx: PaymentContext
  meter: Meter | undefined
  params: CallToolRequest['params']
  operation: (typeof toolOperations)[number]['operation']
}

async function callTool(called: ToolCall): Promise<CallToolResult> {
  const { ctx, meter, call, operation } = called
  try {
    const request = httpRequestOf(called)
    const response = await route(operation, async () => ctx)[call.method](request)
    const done = mayBeDone(called.params.name, response.status) ? await readDone(called) : undefined
    return await resultOf(done ?? response, { call, url: `${ctx.env.baseUrl}/mcp` })
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    // The call did not become an HTTP request, which would have been counted, so it is counted here.
    const limited = await meter?.admit().then(
      () => undefined,
      (refusal: unknown) => (refusal instanceof CairnError ? refusal : undefined),
    )
    const { code, message, field } = limited ?? error
    return {
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: code, message, field }) }],
    }
  }
}

/** The bounty, if it already is what a refused call asks for. */
async function readDone(called: ToolCall): Promise<Response | undefined> {
  const { ctx, params } = called
  const index = toolOperations.findIndex(({ name }) => name === 'cairn_bounty_status')
  const { call } = describeTools(ctx.env)[index]!
  const request = httpRequestOf({ ...called, call })
  const response = await route(toolOperations[index]!.operation, async () => ctx)[call.method](request)
  const bounty: unknown = await response.clone().json()
  return response.ok && isAlreadyDone(params.name, params.arguments ?? {}, bounty) ? response : undefined
}

/** The HTTP request of a tool call. @throws CairnError if the arguments do not make one */
function httpRequestOf({ outer, ctx, params, call }: ToolCall): Request {
  const args = params.arguments ?? {}
  const { method, path, body } = requestOf(call, args)
  const headers = new Headers()
  for (const name of passedHeaders) {
    const value = outer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (call.takesToken) headers.set('authorization', `Bearer ${tokenOf(args)}`)
  const payment = params._meta?.[paymentKey]
  if (payment !== undefined) {
    const header = Buffer.from(JSON.stringify(payment)).toString('base64')
    headers.set('payment-signature', header)
  }
  return new Request(ctx.env.baseUrl + path, { method, headers, body: body ?? null })
}

/** The bounty's token. Text that cannot be a token is refused here, because it may not be valid in a header. */
function tokenOf(args: Record<string, unknown>): string {
  const token = args[tokenArgument]
  if (typeof token === 'string' && /^[\w.~+/-]+=*$/.test(token)) return token
  throw new CairnError('unauthorized', `${tokenArgument} must be the token that came with the bounty.`)
}

/** A refusal of the request itself, in the format of the protocol. */
function respondRefusal(refusal: CairnError): Response {
  const code =
    statusOf(refusal) >= 500
      ? ErrorCode.InternalError
      : refusal.cause instanceof SyntaxError
        ? ErrorCode.ParseError
        : ErrorCode.InvalidRequest
  const status = refusal instanceof OriginRefused ? 403 : statusOf(refusal)
  return new Response(
    JSON.stringify({ jsonrpc: '2.0', error: { code, message: refusal.message }, id: null }),
    {
      status,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        ...(refusal.retryAfterSeconds === undefined
          ? {}
          : { 'Retry-After': String(refusal.retryAfterSeconds) }),
        ...(status === 405 ? { Allow: methods.join(', ') } : {}),
      },
    },
  )
}
