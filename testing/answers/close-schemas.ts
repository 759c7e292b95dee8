type Json = Record<string, unknown>

/**
 * Returns the document with `additionalProperties: false` on every object of an answer. Clients must accept members that are added
 * later; the service may send only the described members.
 */
export function closeSchemas<Document extends Json>(document: Document): Document {
  return closed(document, true) as Document
}

function closed(value: unknown, closes: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(one, closes))
  if (value === null || typeof value !== 'object') return value
  const schema = value as Json
  const members = Object.entries(schema).map(([key, member]) => {
    // Each part of `allOf` describes only some members, so it must allow others. The whole that the parts describe allows no others.
    const parts = key === 'allOf'
    return [key, closed(member, !parts)]
  })
  const result = Object.fromEntries(members) as Json
  const describesMembers = closes && isSchemaOfObject(schema)
  return describesMembers ? { ...result, additionalProperties: false } : result
}

function isSchemaOfObject(schema: Json): boolean {
  return schema.type === 'object' && 'properties' in schema && !('additionalProperties' in schema)
}
