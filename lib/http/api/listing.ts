import 'server-only'
import type { ResourceInfo } from '@x402/core/types'
import type { z } from 'zod'
import type { Env } from '#lib/adapters/env'
import type { Json } from '#lib/domain/text/json'
import { demoNotice } from '#lib/http/documents/demo-notice'
import { inlineSchema, type ObjectSchema, withoutKeywords } from '#lib/http/documents/inline-schema'
import { bodyOf, type Operation, type UpfrontOperation } from '#lib/operations/define-operation'

type Shapes = { params?: Json | undefined; body?: Json | undefined; output: Json }
// biome-ignore lint/suspicious/noExplicitAny: each operation has its own types; only the description is read
type PaidOperation = Operation<any, any> | UpfrontOperation<any, any>

/** x402 extension `bazaar`: how to call a paid resource, for directories. */
type Bazaar = { info: Json; schema: Json; routeTemplate?: string }

/** What a quote says about an operation besides its price. */
export type Listing = {
  resource: Omit<ResourceInfo, 'url' | 'tags'>
  /** Tags of the resource, for bodies: headers have no room for them. */
  tags: string[]
  /** For a header: the parts of the request, without schemas. */
  brief: (params: Readonly<Record<string, string>>) => Bazaar
  /** For a body: whole schemas, and an example of the answer. */
  whole: (params: Readonly<Record<string, string>>) => Bazaar
}

const known = new WeakMap<Env, WeakMap<PaidOperation, Listing>>()

/** The listing of an operation, from the schemas that validate its requests. Cached per operation. */
export function listingOf(operation: PaidOperation, env: Env): Listing {
  const ofEnv = known.get(env) ?? new WeakMap<PaidOperation, Listing>()
  known.set(env, ofEnv)
  const listing = ofEnv.get(operation) ?? describe(operation, env)
  ofEnv.set(operation, listing)
  return listing
}

function describe(operation: PaidOperation, env: Env): Listing {
  const { method, path, request, example } = operation
  const body = bodyOf(operation, env)
  const params = request.params && inlineSchema(request.params, 'input')
  const asks = body && inlineSchema(body, 'input')
  const answers = inlineSchema(operation.output as z.ZodType, 'output')
  const asked = asks
    ? { type: 'http', method, bodyType: 'json', body: example?.body }
    : { type: 'http', method }
  const template = path.includes('{') ? { routeTemplate: path.replace(/\{(\w+)\}/g, ':$1') } : {}
  const isOfPath = params !== undefined
  const notice = demoNotice(env)
  const write = (schema: Json, output: Json) => {
    return (params: Readonly<Record<string, string>>): Bazaar => ({
      info: { input: isOfPath ? { ...asked, pathParams: params } : asked, output },
      schema,
      ...template,
    })
  }
  const whole = {
    params: params && lean(params),
    body: asks && lean(asks),
    output: lean(answers),
  }
  return {
    resource: {
      description: [operation.summary, ...(notice === undefined ? [] : [notice])].join('. '),
      mimeType: 'application/json',
      serviceName: 'Cairn',
    },
    tags: ['geospatial', 'provenance', 'imagery'],
    brief: write(briefSchema(method), { type: 'json' }),
    whole: write(schemaOf(method, whole), { type: 'json', example: example?.output }),
  }
}

/** A JSON Schema of `info` that is short enough for a header. */
function briefSchema(method: string): Json {
  const input = { type: { const: 'http' }, method: { const: method } }
  return {
    type: 'object',
    properties: { input: { type: 'object', properties: input, required: Object.keys(input) } },
    required: ['input'],
  }
}

/** JSON Schema 2020-12 of `info`. */
function schemaOf(method: string, shapes: Shapes): Json {
  const { params, body, output } = shapes
  const input = {
    type: { const: 'http' },
    method: { const: method },
    ...(params ? { pathParams: params } : {}),
    ...(body ? { bodyType: { const: 'json' }, body } : { queryParams: { type: 'object' } }),
  }
  const required = Object.keys(input).filter((name) => name !== 'queryParams')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: { type: 'object', properties: input, required },
      output: { type: 'object', properties: { type: { const: 'json' }, example: output } },
    },
    required: ['input'],
  }
}

/** Removes examples, which are long, and formats, which the validators of directories do not know. */
function lean(schema: ObjectSchema): ObjectSchema {
  return withoutKeywords(schema, ['examples', 'format'])
}
