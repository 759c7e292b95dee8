import 'server-only'
import type { z } from 'zod'
import type { Env } from '#lib/adapters/env'
import { type ErrorCode, errorTable } from '#lib/domain/error-table'
import type { Json } from '#lib/domain/text/json'
import { demoEndpoints, demoNotice } from '#lib/http/documents/demo-notice'
import { offeredGroups } from '#lib/http/documents/offered-groups'
import {
  headers,
  paymentParameter,
  securitySchemes,
  walletProofParameter,
} from '#lib/http/documents/openapi-headers'
import { createSchemaShelf, type SchemaShelf } from '#lib/http/documents/openapi-schemas'
import { uploadPaths } from '#lib/http/documents/openapi-uploads'
import { catalog, contributors, type Group } from '#lib/operations/catalog'
import { type AnyOperation, bodyOf, describedOverHttp, limitOf } from '#lib/operations/define-operation'
import { priceOf } from '#lib/operations/price'
import { errorBody, quoteBody } from '#lib/schemas/x402'

/** The version of the interface, not of the software: it changes when the guarantees to callers change. */
export const interfaceVersion = '1.0.0'

type Settings = Pick<
  Env,
  'baseUrl' | 'bounty' | 'contactEmail' | 'media' | 'mode' | 'networks' | 'prices' | 'provider'
>

/**
 * The description of the interface (OpenAPI 3.1), made from the descriptions with which requests are served.
 *
 * `x-payment-info` has the price in the format of payment directories, in US dollars. The binding price is in the 402 answer, in USDC.
 *
 * @param offered the operations to describe; by default all that callers may use
 */
export function describeInterface(env: Settings, offered: readonly Group[] = catalog): Json {
  const shelf = createSchemaShelf()
  const groups = offeredGroups(env, offered)
  const notice = demoNotice(env)
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
  for (const [path, methods] of Object.entries(
    uploadPaths({ tag: contributors, uploadMaxBytes, answers: answersOf }),
  ))
    paths[path] = { ...paths[path], ...methods }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version: interfaceVersion,
      summary: 'Attested captures of real places, paid per call in USDC.',
      description: notice === undefined ? about : `${notice} ${demoEndpoints(env)}\n\n${about}`,
      'x-guidance': guidance,
      contact: { name: 'Cairn', url: env.baseUrl, ...(env.contactEmail ? { email: env.contactEmail } : {}) },
      ...(env.provider.termsUrl ? { termsOfService: env.provider.termsUrl } : {}),
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

const about = `Look up captures by area and time, check any file for free, and commission new captures.

Paid operations need no account: call them, get 402 with the price in the \`PAYMENT-REQUIRED\` header (x402 v2, scheme \`exact\`), sign one of the offers and repeat the request with \`PAYMENT-SIGNATURE\`. Send the same signature again within 24 hours and you get the same answer, without a second charge. If something goes wrong, the message says whether money moved.

Places are never finer than a geohash of six characters.`

/** A summary for agents. */
const guidance = `To check a file, hash it (SHA-256) and GET /api/v1/provenance/{hash}: free. To find captures, POST /api/v1/spatial/query with a GeoJSON Point and radius_m, or a Polygon. To have a place filmed, POST /api/v1/bounties and store agent_token: it is the only way to accept or cancel. Pay with x402 on either network. After 503 or a lost answer, send the same PAYMENT-SIGNATURE again, never a new one.`

/** One operation. Schemas with a name go onto the shelf. */
export function describeOperation(operation: AnyOperation, env: Settings, shelf = createSchemaShelf()): Json {
  const { request, example } = operation
  const body = bodyOf(operation, env as Env)
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
    description: describedOverHttp(operation),
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
  // Caches send a cacheable answer to others, so it says nothing about one request or client.
  const own = isKept ? [] : ['X-Request-Id', ...limitHeaders(operation)]
  return {
    [status]: {
      description: operation.summary,
      headers: headersOf(['Cache-Control', ...own, ...commonHeaders(operation), ...extra]),
      ...(status === 204
        ? {}
        : {
            content: json(shelf.of(operation.output, 'output'), operation.example?.output, typeOf(operation)),
          }),
    },
    ...(isKept
      ? {
          304: {
            description: 'What `If-None-Match` names is still so.',
            headers: headersOf(['Cache-Control', ...commonHeaders(operation), 'ETag']),
          },
        }
      : {}),
  }
}

function typeOf(operation: AnyOperation): string {
  return 'streams' in operation ? 'text/event-stream' : 'application/json'
}

/** Refusals by status, each with its codes, so that callers see all that they may have to handle. */
function refusalsOf(operation: AnyOperation, hasBody: boolean): Json {
  const isPaid = 'payment' in operation && operation.payment !== undefined
  // The body is read even if the operation has none.
  const reads = operation.method === 'POST'
  const takes = reads || operation.request.params !== undefined || operation.request.query !== undefined
  const codes = new Set<ErrorCode>([
    ...operation.errors,
    ...('credential' in operation && operation.credential ? (['unauthorized'] as const) : []),
    ...('credential' in operation && operation.credential === 'session' ? (['wallet_banned'] as const) : []),
    ...(takes ? (['invalid_request'] as const) : []),
    ...(reads ? (['body_too_large'] as const) : []),
    ...(hasBody ? (['unsupported_media_type'] as const) : []),
    ...(isPaid ? (['payment_required', 'conflict', 'settlement_pending'] as const) : []),
    ...(isLimited(operation) ? (['rate_limited'] as const) : []),
    'method_not_allowed',
    'internal',
    'unavailable',
  ])
  return answersOf([...codes], [...limitHeaders(operation), ...commonHeaders(operation)])
}

function isLimited(operation: AnyOperation): boolean {
  return !('standalone' in operation) && limitOf(operation) !== 'none'
}

function limitHeaders(operation: AnyOperation): string[] {
  return isLimited(operation) ? ['RateLimit-Policy', 'RateLimit'] : []
}

/** Headers of every answer of an operation. */
function commonHeaders(operation: AnyOperation): string[] {
  return [...('deprecated' in operation && operation.deprecated ? ['Deprecation', 'Sunset', 'Link'] : [])]
}

function answersOf(codes: readonly ErrorCode[], extra: readonly string[] = []): Json {
  const byStatus = Map.groupBy([...codes].sort(), (code) => errorTable[code].status)
  const ordered = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    ordered.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${errorTable[code].meaning}`).join('\n\n'),
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
          // Present if the request had a payment that could be parsed.
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

function json(schema: Json, example?: unknown, type = 'application/json'): Json {
  return { [type]: { schema, ...(example === undefined ? {} : { example }) } }
}

/** The headers that a text refers to. */
function headersIn(text: string): Json {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  )
}

function headersOf(names: readonly (keyof typeof headers | string)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
