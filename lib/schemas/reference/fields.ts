import type { Json } from '#lib/domain/text/json'

// The members of a JSON schema, as the documentation lists them.

/** A member of an object, for display. Texts are Markdown. */
export type Field = {
  name: string
  /** `integer`, `object Anchor`, `array of Observation`, `string or null`. */
  type: string
  isRequired: boolean
  description?: string
  /** Limits, default, format and allowed values, each a few words. */
  limits: string[]
  example?: unknown
  /** Members of the object, or of each item. */
  fields: Field[]
  /** The alternatives, if they have different members. */
  choices: Choice[]
}

export type Choice = { title: string; fields: Field[] }

/** The description of a whole body. */
export type Shape = Pick<Field, 'type' | 'description' | 'limits' | 'fields' | 'choices'>

const deepest = 12

/**
 * Reads a schema with its references followed.
 *
 * @param root the document that references (`#/…`) point into
 * @throws RangeError if a reference has no target
 */
export function shapeOf(schema: Json, root: Json): Shape {
  return read(schema, root, 0)
}

/** A parameter, or a member of an object, for display. */
export function fieldOf(name: string, schema: Json, isRequired: boolean, root: Json): Field {
  return readField(name, schema, isRequired, root, 0)
}

function readField(name: string, schema: Json, isRequired: boolean, root: Json, depth: number): Field {
  const whole = resolved(schema, root)
  const [example] = Array.isArray(whole.examples) ? whole.examples : []
  return { name, isRequired, ...read(schema, root, depth), ...(example === undefined ? {} : { example }) }
}

function read(schema: Json, root: Json, depth: number): Shape {
  if (depth > deepest) throw new RangeError('a recursive schema cannot be shown')
  const whole = resolved(schema, root)
  const { forms, isNullable } = formsOf(whole, root)
  const item = forms.length === 1 ? itemOf(forms[0]!, root) : undefined
  const shown = item ? formsOf(item, root).forms : forms
  const objects = shown.filter((form) => isObject(form))
  const description = typeof whole.description === 'string' ? whole.description : undefined
  return {
    type: typeOf(whole, root, isNullable),
    ...(description === undefined ? {} : { description }),
    limits: [...new Set([...forms.flatMap(limitsOf), ...(forms.length === 1 ? [] : limitsOf(whole))])],
    fields: objects.length === 1 ? fieldsOf(objects[0]!, root, depth) : [],
    choices:
      objects.length > 1
        ? objects.map((form) => ({ title: titleOf(form, root), fields: fieldsOf(form, root, depth) }))
        : [],
  }
}

function fieldsOf(schema: Json, root: Json, depth: number): Field[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, member]) =>
    readField(name, member, required.has(name), root, depth + 1),
  )
}

/** A schema with its `$ref` followed and its `allOf` merged. */
export function resolved(schema: Json, root: Json): Json {
  const { $ref, allOf, ...own } = schema
  const parts = [
    ...(typeof $ref === 'string' ? [{ ...resolved(target($ref, root), root), title: nameOf($ref) }] : []),
    ...(Array.isArray(allOf) ? allOf.map((part: Json) => resolved(part, root)) : []),
    own,
  ] as Json[]
  const all: Json = {}
  for (const part of parts) {
    // In parameters and headers, `required` is a boolean and is not merged.
    const required = [all.required, part.required].flatMap((names) => (Array.isArray(names) ? names : []))
    const properties = all.properties || part.properties ? merged(all.properties, part.properties) : undefined
    Object.assign(
      all,
      part,
      properties && { properties },
      required.length > 0 && { required: [...new Set(required)] },
    )
  }
  return all
}

function merged(before: unknown = {}, after: unknown = {}): Json {
  const all: Json = { ...(before as Json) }
  for (const [name, member] of Object.entries(after as Json))
    all[name] = { ...(all[name] as Json), ...(member as Json) }
  return all
}

function target($ref: string, root: Json): Json {
  let found: unknown = root
  for (const part of $ref.replace(/^#\//, '').split('/'))
    found = (found as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  if (found === null || typeof found !== 'object') throw new RangeError(`${$ref} has no target`)
  return found as Json
}

function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** The alternatives, without null. */
function formsOf(schema: Json, root: Json): { forms: Json[]; isNullable: boolean } {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (Array.isArray(schema.type))
    return { forms: [schema], isNullable: (schema.type as unknown[]).includes('null') }
  if (!alternatives) return { forms: [schema], isNullable: false }
  const forms = alternatives.map((one) => resolved(one, root)).filter(({ type }) => type !== 'null')
  return { forms, isNullable: forms.length < alternatives.length }
}

function itemOf(schema: Json, root: Json): Json | undefined {
  return schema.type === 'array' && schema.items ? resolved(schema.items as Json, root) : undefined
}

function isObject(schema: Json): boolean {
  return schema.properties !== undefined && Object.keys(schema.properties as Json).length > 0
}

function typeOf(schema: Json, root: Json, isNullable: boolean): string {
  const { forms } = formsOf(schema, root)
  const names = [...new Set(forms.map((form) => simpleTypeOf(form, root)))]
  return [...names, ...(isNullable ? ['null'] : [])].join(' or ')
}

function simpleTypeOf(schema: Json, root: Json): string {
  if (schema.const !== undefined) return typeof schema.const
  const item = itemOf(schema, root)
  if (item) return `array of ${typeOf(item, root, formsOf(item, root).isNullable)}`
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object' && typeof schema.title === 'string') return `object ${schema.title}`
  return typeof type === 'string' ? type : Array.isArray(schema.enum) ? 'string' : 'any'
}

function titleOf(schema: Json, root: Json): string {
  if (typeof schema.title === 'string') return schema.title
  const fixed = Object.entries((schema.properties ?? {}) as Record<string, Json>).find(
    ([, member]) => resolved(member, root).const !== undefined,
  )
  return fixed ? `${fixed[0]} \`${String(resolved(fixed[1], root).const)}\`` : 'object'
}

const number = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })
const shown = (value: unknown) => (typeof value === 'number' ? number.format(value) : String(value))

/** "from 1 to 5000", "at least 1", "at most 20 characters". */
function range(least: unknown, most: unknown, unit: string): string[] {
  const of = unit ? ` ${unit}` : ''
  if (least !== undefined && most !== undefined)
    return [least === most ? `exactly ${shown(least)}${of}` : `${shown(least)} to ${shown(most)}${of}`]
  if (least !== undefined) return [`at least ${shown(least)}${least === 1 ? of.replace(/s$/, '') : of}`]
  return most === undefined ? [] : [`at most ${shown(most)}${of}`]
}

function limitsOf(schema: Json): string[] {
  const { pattern, format } = schema
  const allowed = Array.isArray(schema.enum) ? schema.enum : undefined
  return [
    ...(schema.const === undefined ? [] : [`always \`${shown(schema.const)}\``]),
    ...(allowed ? [`one of ${allowed.map((value) => `\`${shown(value)}\``).join(', ')}`] : []),
    ...range(schema.minimum, schema.maximum, ''),
    ...(schema.minLength === 1 && schema.maxLength === undefined
      ? ['not empty']
      : range(schema.minLength, schema.maxLength, 'characters')),
    ...range(schema.minItems, schema.maxItems, 'items'),
    ...(typeof format === 'string' ? [formats[format] ?? format] : []),
    ...(typeof pattern === 'string' ? patternWords(pattern) : []),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ]
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'RFC 3339 date-time',
  date: 'date, as 2026-01-31',
  uri: 'URL',
  'uri-reference': 'URL or path',
}

/** Words for known patterns. */
const knownPatterns: Readonly<Record<string, string>> = {
  '^[0-9a-f]{64}$': '64 lower-case hex digits',
  '^0x[0-9a-f]{64}$': '`0x` and 64 lower-case hex digits',
  '^0x[0-9a-f]{40}$': '`0x` and 40 lower-case hex digits',
  '^0x[0-9a-fA-F]{40}$': '`0x` and 40 hex digits',
  '^sha256:[0-9a-f]{64}$': '`sha256:` and 64 lower-case hex digits',
  '^(?:sha256:|0[xX])?[0-9a-fA-F]{64}$': '64 hex digits, alone or after `0x` or `sha256:`',
  '^[0-9bcdefghjkmnpqrstuvwxyz]{6}$': 'geohash of six characters',
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?Z$': 'ISO 8601 in UTC, as `2026-01-31T12:00:00Z`',
  '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$': 'ISO 8601 in UTC, as `2026-01-31T12:00:00Z`',
}
const longestPattern = 48

/** Long patterns are left out: their descriptions name the allowed characters. */
function patternWords(pattern: string): string[] {
  const words = knownPatterns[pattern]
  if (words) return [words]
  return pattern.length > longestPattern ? [] : [`matches \`${pattern}\``]
}
