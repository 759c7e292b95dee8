import { z } from 'zod'
import type { Json } from '#lib/domain/text/json'

/** Schemas with an `id` become components, once each. All others are written inline. */
export type SchemaShelf = {
  components: Record<string, Json>
  of: (schema: z.ZodType, io: 'input' | 'output') => Json
}

export function createSchemaShelf(): SchemaShelf {
  const components: Record<string, Json> = {}
  const keep = (name: string, schema: Json) => {
    const known = components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas are called ${name}`)
    components[name] = schema
  }
  return {
    components,
    of: (schema, io) => {
      const written = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
      const { $schema: _, $defs = {}, ...rest } = pointed(written) as Json
      for (const [name, definition] of Object.entries($defs as Record<string, Json>))
        keep(name, named(definition))
      if (typeof rest.id !== 'string') return rest
      keep(rest.id, named(rest))
      return { $ref: `#/components/schemas/${rest.id}` }
    },
  }
}

const dateFormats: ReadonlySet<unknown> = new Set(['date', 'date-time'])

function named({ id: _, ...schema }: Json): Json {
  return schema
}

/** References point to the components. The largest safe integer is removed, because it is not a real limit. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (key === '$ref' && typeof member === 'string')
      return [[key, member.replace('#/$defs/', '#/components/schemas/')]]
    if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(member)) === Number.MAX_SAFE_INTEGER)
      return []
    // The format is more precise than the validator's pattern, and clients must tolerate members that are added later.
    if (key === 'pattern' && dateFormats.has((value as Json).format)) return []
    if (key === 'additionalProperties' && member === false) return []
    return [[key, pointed(member)]]
  })
  return Object.fromEntries(entries)
}
