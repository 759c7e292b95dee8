import fc from 'fast-check'

export type Schema = Record<string, unknown>
type Resolve = (reference: string) => Schema

const maxItems = 5
const maxText = 60
const letters = 'abcdefghijklmnopqrstuvwxyzäßñ東京🗿 -.,'

/** Generates values that a JSON schema allows. Supports the keywords that our own description uses. */
export function valuesOf(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return valuesOf(resolve(schema.$ref), resolve)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (Array.isArray(schema.anyOf))
    return fc.oneof(
      ...(schema.anyOf as Schema[]).map((one) => valuesOf({ ...without(schema), ...one }, resolve)),
    )
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, resolve)
    case 'array':
      return fc.array(valuesOf(schema.items as Schema, resolve), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? maxItems), Number(schema.minItems ?? 0) + maxItems),
      })
    case 'string':
      return textsOf(schema)
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 1_000_000) })
    case 'number':
      return fc.double({
        min: Number(schema.minimum ?? -180),
        max: Number(schema.maximum ?? 180),
        noNaN: true,
        noDefaultInfinity: true,
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function without({ anyOf: _, ...schema }: Schema): Schema {
  return schema
}

function objectsOf(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one, resolve)])), {
    requiredKeys: (schema.required ?? []) as string[],
  })
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uri') return fc.webUrl({ validSchemes: ['https'] })
  if (schema.format === 'date-time') return timestamps
  if (schema.format === 'date') return timestamps.map((time) => time.slice(0, 10))
  const patterns = [schema, ...((schema.allOf ?? []) as Schema[])].flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [pattern] : [],
  )
  // Lookaheads are removed: no text can be generated from them.
  const [recipe] = patterns.filter((pattern) => !/\(\?[=!]/.test(pattern))
  const texts = recipe === undefined ? plainTexts(schema) : fc.stringMatching(new RegExp(recipe))
  const tests = patterns.map((pattern) => new RegExp(pattern, 'u'))
  const max = Number(schema.maxLength ?? Number.POSITIVE_INFINITY)
  return texts.filter((text) => text.length <= max && tests.every((one) => one.test(text)))
}

/** Minimum length of texts, enough for a title and a brief, whose minimum applies after trimming. */
function plainTexts(schema: Schema): fc.Arbitrary<string> {
  const least = Number(schema.minLength ?? 20)
  const most = Math.min(maxText, Number(schema.maxLength ?? maxText))
  return fc
    .array(fc.constantFrom(...letters), { minLength: least, maxLength: Math.max(least, most - least) })
    .map((characters) => characters.join(''))
    .map((text) => (schema.minLength === undefined ? `A place: ${text}` : text.replace(/^ | $/g, 'x')))
    .map((text) => text.slice(0, Number(schema.maxLength ?? text.length)))
}

export const timestamps = fc
  .integer({ min: Date.parse('2000-01-01') / 1_000, max: Date.parse('2040-01-01') / 1_000 })
  .map((seconds) => new Date(seconds * 1_000).toISOString().replace('.000', ''))
