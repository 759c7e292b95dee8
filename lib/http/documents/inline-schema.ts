import 'server-only'
import type { z } from 'zod'
import type { Json } from '#lib/domain/text/json'
import { createSchemaShelf } from '#lib/http/documents/openapi-schemas'

export type ObjectSchema = Json & { type: 'object'; properties: Record<string, object>; required: string[] }

/** The JSON Schema of an object with all references inlined, because many readers do not follow them. */
export function inlineSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const shelf = createSchemaShelf()
  const whole = inlined(shelf.of(schema, io), shelf.components) as Json
  return { properties: {}, required: [], ...whole, type: 'object' } as ObjectSchema
}

function inlined(value: unknown, components: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, components))
  if (value === null || typeof value !== 'object') return value
  const { $ref, ...rest } = value as Json
  const target = typeof $ref === 'string' ? components[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined
  const members = { ...target, ...rest }
  const entries = Object.entries({ ...sharedType(members), ...members })
  return Object.fromEntries(entries.map(([key, member]) => [key, inlined(member, components)]))
}

/** The common type of all alternatives. Some clients convert arguments by the top-level type, and send text if it is missing. */
function sharedType({ anyOf }: Json): { type?: unknown } {
  const types = new Set(Array.isArray(anyOf) ? anyOf.map((one: Json) => one.type) : [])
  const [type] = types
  return types.size === 1 && type !== undefined ? { type } : {}
}

/** The schema without some of its keywords. Members with the same names stay: they are schemas, not lists, text or numbers. */
export function withoutKeywords(schema: ObjectSchema, names: readonly string[]): ObjectSchema {
  const isDropped = (name: string, value: unknown) =>
    names.includes(name) && (Array.isArray(value) || typeof value !== 'object')
  return JSON.parse(JSON.stringify(schema, (name, value) => (isDropped(name, value) ? undefined : value)))
}
