import type { z } from 'zod'
import { CairnError, type ErrorCode, fieldSentence, textAsNumber } from '#lib/domain/errors'
import { errorCodeOf, issueOf } from '#lib/schemas/refuse'

/**
 * Parses untrusted input. The first problem becomes an error that names the member as a dotted path; its message has the other faulty
 * members too, each with its rule, so that they can all be corrected at once.
 *
 * @param options.also a check that the schema cannot make. What it throws is listed with the faults that the schema finds
 * @throws CairnError with the code of the first problem: that of `refuseAs`, otherwise `code`, by default `invalid_request`
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  options: { code?: ErrorCode; root?: string; also?: () => unknown } = {},
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) {
    options.also?.()
    return parsed.data
  }
  const [issue, ...others] = [...parsed.error.issues, ...issuesOf(options.also)]
  const root = options.root ? [options.root] : []
  const fieldOf = ({ path }: z.core.$ZodIssue) => [...root, ...path].map(String).join('.')
  const sentenceOf = (one: z.core.$ZodIssue) => fieldSentence(fieldOf(one) || 'The body', textOf(one, value))
  const message = withOthers(sentenceOf(issue!), issue!, others, sentenceOf)
  const code = errorCodeOf(issue!) ?? options.code ?? 'invalid_request'
  throw new CairnError(code, message, { field: fieldOf(issue!) || undefined })
}

function issuesOf(check: (() => unknown) | undefined): z.core.$ZodIssue[] {
  try {
    check?.()
    return []
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    return [{ ...issueOf(error), input: undefined }]
  }
}

const maxOthers = 5
const isName = (text: string) => /^[A-Za-z][\w-]{0,39}$/.test(text)

/** Adds the rules that other members break: one for each outermost member, at most five. */
function withOthers(
  sentence: string,
  first: z.core.$ZodIssue,
  others: readonly z.core.$ZodIssue[],
  sentenceOf: (issue: z.core.$ZodIssue) => string,
): string {
  const nameOf = ({ path }: z.core.$ZodIssue) => String(path[0] ?? '')
  const byName = new Map<string, z.core.$ZodIssue>()
  for (const issue of others) if (!byName.has(nameOf(issue))) byName.set(nameOf(issue), issue)
  byName.delete(nameOf(first))
  const named = [...byName].filter(([name]) => isName(name)).map(([, issue]) => issue)
  if (named.length === 0) return sentence
  const listed = named.slice(0, maxOthers).map((issue) => sentenceOf(issue).replace(/\.$/, ''))
  const more = named.length > maxOthers ? `; and ${named.length - maxOthers} more` : ''
  return `${sentence.replace(/\.$/, '')}. Also wrong: ${listed.join('; ')}${more}.`
}

/** The rule that a member breaks. A number that was sent as a text is named as one, since it looks right. */
function textOf(issue: z.core.$ZodIssue, value: unknown): string {
  const isNumber = issue.code === 'invalid_type' && /^(number|int)$/.test(issue.expected)
  return isNumber && typeof valueAt(value, issue.path) === 'string'
    ? textAsNumber(issue.message)
    : issue.message
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      inner === null || inner === undefined ? undefined : (inner as Record<PropertyKey, unknown>)[name],
    value,
  )
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/** The message for an issue without a message in the schema. Replaces the messages of the validator. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const type = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined
  if (type === undefined) return 'is not valid'
  return issue.input === undefined ? `is required and must be ${type}` : `must be ${type}`
}
