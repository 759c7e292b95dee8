import 'server-only'
import type { z } from 'zod'
import type { Env } from '#lib/adapters/env'
import { type ErrorCode, errorStatus } from '#lib/domain/errors'
import { headers, paymentParameter, securitySchemes, walletProofParameter } from '#lib/http/openapi-headers'
import { createSchemaShelf, type SchemaShelf } from '#lib/http/openapi-schemas'
import { uploadPaths } from '#lib/http/openapi-uploads'
import { type AnyOperation, catalog, contributors, type Group } from '#lib/operations/catalog'
import { limitOf } from '#lib/operations/define-operation'
import { exampleOf } from '#lib/operations/examples'
import { priceOf } from '#lib/operations/price-of'
import { errorBody, quoteBody } from '#lib/schemas/x402'

/** Of the interface, not of the software: it changes when what callers may rely on does. */
const version = '1.0.0'

type Json = Record<string, unknown>
type Settings = Pick<Env, 'baseUrl' | 'bounty' | 'contactEmail' | 'media' | 'mode' | 'networks' | 'price'>

/**
 * The description of the interface (OpenAPI 3.1), made from the very descriptions that requests are served by.
 *
 * `x-payment-info` tells the price the way payment directories read it, in US dollars; what is asked for in the end is
 * in the 402 answer, in USDC.
 *
 * @param offered what is described: all that callers may use unless told
 */
export function describeInterface(env: Settings, offered: readonly Group[] = catalog): Json {
  const shelf = createSchemaShelf()
  const groups = offered.map((group) => ({
    ...group,
    operations: group.operations.filter((one) => exists(one, env)),
  }))
  const paths: Record<string, Json> = {}
  for (const group of groups)
    for (const operation of group.operations)
      paths[operation.path] = {
        ...paths[operation.path],
        [operation.method.toLowerCase()]: {
          tags: [group.name],
          ...describeOperation(operation, env, shelf),
        },
      }
  const { uploadMaxBytes } = env.media
  Object.assign(paths, uploadPaths({ tag: contributors, uploadMaxBytes, answers: answersOf }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version,
      summary: 'Attested captures of real places, paid per call in USDC.',
      description: about,
      'x-guidance': guidance,
      contact: { name: 'Cairn', url: env.baseUrl, ...(env.contactEmail ? { email: env.contactEmail } : {}) },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Guides and examples', url: `${env.baseUrl}/docs` },
    'x-discovery': { llmsTxtUrl: `${env.baseUrl}/llms.txt` },
    'x-agentcash-guidance': { llmsTxtUrl: `${env.baseUrl}/llms.txt` },
    servers: [{ url: env.baseUrl }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: {
        Error: shelf.of(errorBody, 'output'),
        Quote: shelf.of(quoteBody, 'output'),
        ...shelf.components,
      },
      headers: headersIn(JSON.stringify(paths)),
      securitySchemes,
    },
  }
}

const about = `Look up captures by area and time, check any file for nothing, and commission new captures.

Paid operations need no account: call them, get 402 with the price in the \`PAYMENT-REQUIRED\` header (x402 v2, scheme \`exact\`), sign one of the offers and repeat the request with \`PAYMENT-SIGNATURE\`. The same signature sent again is answered again and never charged twice. Whatever goes wrong, the message says whether money moved.

A place is never told finer than a geohash of six characters.`

/** For agents, in few words. */
const guidance = `To check a file, hash it (SHA-256) and GET /api/v1/provenance/{hash}: free. To find captures, POST /api/v1/spatial/query with a GeoJSON Point and radius_m, or a Polygon. To have a place filmed, POST /api/v1/bounties and keep agent_token: it is the only way to accept or cancel. Pay with x402 on either network; send the same PAYMENT-SIGNATURE again after 503 or a lost answer, never a new one.`

function exists(operation: AnyOperation, env: Settings): boolean {
  return !('existsIn' in operation) || !operation.existsIn || operation.existsIn(env as Env)
}

/** One operation. Schemas with a name go onto the shelf. */
export function describeOperation(operation: AnyOperation, env: Settings, shelf = createSchemaShelf()): Json {
  const { request } = operation
  const body = typeof request.body === 'function' ? request.body(env as Env) : request.body
  const example = exampleOf(operation)
  const parameters = [
    ...parametersOf(request.params, 'path', shelf, example?.params),
    ...parametersOf(request.query, 'query', shelf, example?.query),
    ...parametersOf(request.headers, 'header', shelf),
    ...('payment' in operation && operation.payment ? [paymentParameter] : []),
    ...('payment' in operation && operation.payment?.flow === 'authorization' ? [walletProofParameter] : []),
  ]
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    ...('deprecated' in operation && operation.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: json(shelf.of(body, 'input'), example?.body) } }
      : {}),
    ...paymentOf(operation, env),
    security: securityOf(operation),
    responses: { ...successOf(operation, shelf), ...refusalsOf(operation, body !== undefined) },
  }
}

function parametersOf(
  schema: z.ZodType | undefined,
  where: 'path' | 'query' | 'header',
  shelf: SchemaShelf,
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = shelf.of(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }))
}

function paymentOf(operation: AnyOperation, env: Settings): Json {
  const price = priceOf(operation, env)
  if (!price) return {}
  return {
    'x-payment-info': {
      price:
        price.mode === 'fixed'
          ? { mode: 'fixed', currency: 'USD', amount: price.amount }
          : { mode: 'dynamic', currency: 'USD', min: price.min, max: price.max },
      protocols: [
        {
          x402: {
            version: 2,
            scheme: 'exact',
            networks: env.networks.map(({ id, usdc }) => ({ network: id, asset: usdc.address })),
          },
        },
      ],
    },
  }
}

function securityOf(operation: AnyOperation): Json[] {
  const credential = 'credential' in operation ? operation.credential : undefined
  if (credential === 'session' || credential === 'operator') return [{ session: [] }, { sessionCookie: [] }]
  if (credential === 'agent_token') return [{ agentToken: [] }]
  if (credential === 'enterprise_key') return [{ enterpriseKey: [] }]
  return []
}

function successOf(operation: AnyOperation, shelf: SchemaShelf): Json {
  const status = ('status' in operation && operation.status) || 200
  const isKept = 'freshness' in operation && operation.freshness !== undefined
  const extra = [
    ...('payment' in operation && operation.payment ? ['PAYMENT-RESPONSE'] : []),
    ...('location' in operation && operation.location ? ['Location'] : []),
    ...('ownHeaders' in operation && operation.ownHeaders ? operation.ownHeaders.names : []),
    ...('session' in operation && operation.session ? ['Set-Cookie'] : []),
    ...(isKept ? ['ETag'] : []),
  ]
  return {
    [status]: {
      description: operation.summary,
      headers: headersOf(['X-Request-Id', 'Cache-Control', ...commonHeaders(operation), ...extra]),
      ...(status === 204
        ? {}
        : {
            content: json(
              shelf.of(operation.output, 'output'),
              exampleOf(operation)?.output,
              typeOf(operation),
            ),
          }),
    },
    ...(isKept
      ? {
          304: {
            description: 'What `If-None-Match` names is still so.',
            headers: headersOf(['X-Request-Id', 'Cache-Control', ...commonHeaders(operation), 'ETag']),
          },
        }
      : {}),
  }
}

function typeOf(operation: AnyOperation): string {
  return 'streams' in operation ? 'text/event-stream' : 'application/json'
}

/** Refusals by status, each with its codes, so that a caller sees all it may have to handle. */
function refusalsOf(operation: AnyOperation, hasBody: boolean): Json {
  const isPaid = 'payment' in operation && operation.payment !== undefined
  // A body that is not asked for is read all the same.
  const reads = operation.method === 'POST'
  const takes = reads || operation.request.params !== undefined || operation.request.query !== undefined
  const codes = new Set<ErrorCode>([
    ...operation.errors,
    ...(takes ? (['invalid_request'] as const) : []),
    ...(reads ? (['body_too_large'] as const) : []),
    ...(hasBody ? (['unsupported_media_type'] as const) : []),
    ...(isPaid ? (['payment_required', 'conflict', 'settlement_pending'] as const) : []),
    ...(isLimited(operation) ? (['rate_limited'] as const) : []),
    'method_not_allowed',
    'internal',
    'unavailable',
  ])
  return answersOf([...codes], commonHeaders(operation))
}

function isLimited(operation: AnyOperation): boolean {
  return 'parse' in operation && limitOf(operation) !== 'none'
}

/** Of every answer of an operation. */
function commonHeaders(operation: AnyOperation): string[] {
  return [
    ...(isLimited(operation) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...('deprecated' in operation && operation.deprecated ? ['Deprecation', 'Sunset', 'Link'] : []),
  ]
}

function answersOf(codes: readonly ErrorCode[], extra: readonly string[] = []): Json {
  const byStatus = Map.groupBy([...codes].sort(), (code) => errorStatus[code])
  const ordered = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    ordered.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${meaning[code]}`).join('\n\n'),
        headers: {
          ...headersOf([
            'X-Request-Id',
            'Cache-Control',
            ...extra,
            ...(status === 401 ? ['WWW-Authenticate'] : []),
            ...(status === 402 ? ['PAYMENT-REQUIRED'] : []),
            ...(status === 405 ? ['Allow'] : []),
            ...(status === 503 || status === 429 ? ['Retry-After'] : []),
          ]),
          // Where a payment was sent that could be read.
          ...(status === 402 || ofStatus.includes('settlement_pending')
            ? { 'PAYMENT-RESPONSE': { ...headers['PAYMENT-RESPONSE'], required: false } }
            : {}),
        },
        content: json({
          allOf: [
            { $ref: `#/components/schemas/${status === 402 ? 'Quote' : 'Error'}` },
            { properties: { error: { enum: ofStatus } } },
          ],
        }),
      },
    ]),
  )
}

const meaning: Readonly<Record<ErrorCode, string>> = {
  invalid_geometry: 'the area is not a geometry that can be searched; `field` names the member.',
  aoi_too_large: 'the area is larger than one search may cover.',
  invalid_request: 'something in the request is not as it should be; `field` names it.',
  unauthorized: 'the credential is missing, has ended, or does not belong to this.',
  payment_required:
    'nothing was charged: the price is in `PAYMENT-REQUIRED`, and `reason` says what was wrong with a payment.',
  not_found: 'there is no such thing, or not for you. Nothing was charged.',
  method_not_allowed: 'the path does not take this method; `Allow` lists those it takes.',
  not_open: 'the bounty is not open (any more).',
  deadline_passed: 'the deadline of the bounty has passed.',
  upload_conflict:
    'the upload does not end where this request goes on (ask with HEAD, and send from there), or was handed in.',
  conflict:
    'things are no longer as this request takes them to be, or another request was paid for under the identifier of its payment; `message` says which.',
  precondition_failed: 'the version of the upload protocol is not one of ours.',
  body_too_large: 'the body is larger than this path takes.',
  unsupported_media_type: 'the `Content-Type` is not the one this path takes.',
  rate_limited: 'too many requests; `Retry-After` says when to go on.',
  internal:
    'our fault. Repeat the request as it is: a payment sent with it is charged at most once. Quote `request_id` when you report it.',
  settlement_pending:
    'the payment is being settled: send the very same request again after `Retry-After`, never a new payment.',
  unavailable: 'something this needs is away for the moment; try again after `Retry-After`.',
}

function json(schema: Json, example?: unknown, type = 'application/json'): Json {
  return { [type]: { schema, ...(example === undefined ? {} : { example }) } }
}

/** Those that are referred to. */
function headersIn(text: string): Json {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  )
}

function headersOf(names: readonly (keyof typeof headers | string)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
