type Json = Record<string, unknown>

/**
 * A value that a JSON Schema describes, made of the `examples` its parts are written with. Of input only what has to be
 * given; of output everything.
 *
 * @param schema without references
 * @returns `undefined` when a part says no example and none follows from its kind
 */
export function exampleOf(schema: Json, io: 'input' | 'output'): unknown {
  const { examples, anyOf } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(anyOf))
    return anyOf.some((one: Json) => one.type === 'null') ? null : exampleOf(anyOf[0] as Json, io)
  if ('default' in schema) return schema.default
  switch (schema.type) {
    case 'object':
      return objectOf(schema, io)
    case 'array': {
      const item = exampleOf((schema.items ?? {}) as Json, io)
      return item === undefined ? undefined : [item]
    }
    case 'boolean':
      return true
    case 'integer':
      return schema.minimum
    default:
      return undefined
  }
}

function objectOf({ properties = {}, required = [] }: Json, io: 'input' | 'output'): Json | undefined {
  const entries = Object.entries(properties as Record<string, Json>)
    .filter(([name]) => io === 'output' || (required as string[]).includes(name))
    .map(([name, member]): [string, unknown] => [name, exampleOf(member, io)])
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}
