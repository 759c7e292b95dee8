import 'server-only'
import type { Env } from '#lib/adapters/env'
import { parseUsdc, readableUsdc } from '#lib/domain/money/money'
import type { Json } from '#lib/domain/text/json'
import { onceFor } from '#lib/http/docs/once-for'
import { methods } from '#lib/http/docs/pages'
import { describeInterface } from '#lib/http/documents/openapi'
import { toolOperations } from '#lib/mcp/tools'
import { fieldOf, resolved, shapeOf } from '#lib/schemas/reference/fields'
import type { Method, OperationView, Sample } from '#lib/schemas/reference/operation'

/** Every operation of this deployment, derived only from the OpenAPI description. */
export const operationViews: (env: Env) => readonly OperationView[] = onceFor((env) => {
  const root = describeInterface(env)
  const elsewhere = describeInterface({ ...env, mode: 'production' }).paths as Record<string, Json>
  return Object.entries(root.paths as Record<string, Json>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Json | undefined
      if (!operation) return []
      const shared = (item.parameters ?? []) as Json[]
      const view = viewOf({ root, env, path, method: method.toUpperCase() as Method, operation, shared })
      return [{ ...view, isSandboxOnly: elsewhere[path]?.[method] === undefined }]
    }),
  )
})

function viewOf(given: {
  root: Json
  env: Env
  path: string
  method: Method
  operation: Json
  shared: Json[]
}): OperationView {
  const { root, env, path, method, operation, shared } = given
  const parameters = [...shared, ...((operation.parameters ?? []) as Json[])].map((one) =>
    resolved(one, root),
  )
  const body = contentOf(operation.requestBody as Json | undefined)
  const sample = sampleOf(parameters, body?.example)
  const id = operation.operationId as string
  const price = priceOf(operation, env)
  const tool = toolOf(id, sample)
  return {
    id,
    group: (operation.tags as string[])[0]!,
    method,
    path,
    title: operation.summary as string,
    description: operation.description as string,
    ...(price ? { price } : {}),
    credential: credentialOf(operation),
    isSandboxOnly: false,
    isDeprecated: operation.deprecated === true,
    parameters: parameters.map((one) => ({
      ...fieldOf(
        one.name as string,
        { ...(one.schema as Json), ...(one.description ? { description: one.description } : {}) },
        one.required === true,
        root,
      ),
      in: one.in as 'path' | 'query' | 'header',
    })),
    ...(body
      ? { body: { ...(body.schema ? shapeOf(body.schema, root) : bytes), contentType: body.type } }
      : {}),
    sample,
    answer: answerOf(operation, root),
    errors: errorsOf(operation),
    ...(tool ? { tool } : {}),
  }
}

function priceOf(operation: Json, env: Env): OperationView['price'] {
  const info = operation['x-payment-info'] as { price: Record<string, string> } | undefined
  if (!info) return undefined
  const { mode, amount, min, max } = info.price
  const networks = networkNames(env)
  return mode === 'fixed'
    ? { text: `${amount} USDC per call, on ${networks}`, ...(amount === undefined ? {} : { amount }) }
    : { text: `${readable(min!)} to ${readable(max!)} USDC, as you choose, on ${networks}` }
}

const readable = (usdc: string) => readableUsdc(parseUsdc(usdc))

/** "Base or Arc". */
export function networkNames({ networks }: Pick<Env, 'networks'>): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(networks.map(({ name }) => name))
}

function credentialOf(operation: Json): OperationView['credential'] {
  const schemes = ((operation.security ?? []) as Json[]).flatMap((one) => Object.keys(one))
  if (operation['x-payment-info']) return 'payment'
  if (schemes.includes('agentToken')) return 'agent_token'
  if (schemes.includes('enterpriseKey')) return 'enterprise_key'
  return schemes.includes('session') ? 'session' : 'none'
}

/** A body that is not JSON. */
const bytes = { type: 'bytes', limits: [], fields: [], choices: [] }

type Content = { type: string; schema: Json | undefined; example: unknown }

function contentOf(carrier: Json | undefined): Content | undefined {
  const [found] = Object.entries((carrier?.content ?? {}) as Record<string, Json>)
  if (!found) return undefined
  const [type, { schema, example }] = found
  return { type, schema: schema as Json | undefined, example }
}

function sampleOf(parameters: Json[], body: unknown): Sample {
  const of = (where: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === where)
        .map((one) => [one.name as string, one.example ?? exampleIn(one.schema as Json)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    )
  return {
    params: of('path'),
    query: of('query'),
    headers: of('header'),
    ...(body === undefined ? {} : { body }),
  }
}

function exampleIn(schema: Json | undefined): unknown {
  return schema?.const ?? (Array.isArray(schema?.examples) ? schema.examples[0] : schema?.example)
}

function answerOf(operation: Json, root: Json): OperationView['answer'] {
  const responses = operation.responses as Record<string, Json>
  const status = Object.keys(responses).find((code) => code.startsWith('2'))!
  const answer = responses[status]!
  const content = contentOf(answer)
  const headers = Object.entries((answer.headers ?? {}) as Record<string, Json>).map(([name, header]) => {
    const { schema = {}, description } = resolved(header, root)
    return fieldOf(name, { ...(schema as Json), description }, false, root)
  })
  return {
    status: Number(status),
    headers,
    isStream: content?.type === 'text/event-stream',
    ...(content?.schema ? { shape: shapeOf(content.schema, root) } : {}),
    ...(content?.example === undefined ? {} : { example: content.example }),
  }
}

/** The description of a status lists its codes, each with its meaning. */
function errorsOf(operation: Json): OperationView['errors'] {
  return Object.entries(operation.responses as Record<string, Json>)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...String(description).matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code, meaning]) => ({
        code: code!,
        status: Number(status),
        meaning: meaning!,
      })),
    )
}

function toolOf(id: string, sample: Sample): OperationView['tool'] {
  const tool = toolOperations.find(({ operation }) => operation.name === id)
  if (!tool) return undefined
  const renamed = Object.entries(sample.params).map(([name, value]) => [tool.params[name] ?? name, value])
  const takesToken = 'credential' in tool.operation && tool.operation.credential === 'agent_token'
  return {
    name: tool.name,
    arguments: {
      ...Object.fromEntries(renamed),
      ...sample.query,
      ...(sample.body as Json | undefined),
      ...(takesToken ? { agent_token: 'AGENT_TOKEN' } : {}),
    },
  }
}
