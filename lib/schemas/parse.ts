import type { z } from 'zod'
import { CairnError, type ErrorCode, fieldSentence } from '#lib/domain/errors'

/**
 * Parses untrusted input. The first problem becomes an error that names the member as a dotted path; its message names the other
 * faulty members too, so that they can all be corrected at once.
 *
 * @throws CairnError with `code`, by default `invalid_request`
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  options: { code?: ErrorCode; root?: string } = {},
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = [...(options.root ? [options.root] : []), ...(issue?.path ?? [])].map(String)
  const field = path.length > 0 ? path.join('.') : undefined
  const sentence = fieldSentence(field ?? 'The body', issue?.message ?? 'is not valid')
  const message = withOthers(sentence, parsed.error.issues, issue)
  throw new CairnError(options.code ?? 'invalid_request', message, { field })
}

const maxOthers = 5
const isName = (text: string) => /^[A-Za-z][\w-]{0,39}$/.test(text)

/** Adds the names of the other faulty members, the outermost ones only. */
function withOthers(sentence: string, issues: readonly z.core.$ZodIssue[], first = issues[0]): string {
  const names = new Set(issues.map(({ path }) => String(path[0] ?? '')).filter(isName))
  names.delete(String(first?.path[0] ?? ''))
  if (names.size === 0) return sentence
  const listed = [...names].slice(0, maxOthers).join(', ')
  const more = names.size > maxOthers ? `, and ${names.size - maxOthers} more` : ''
  return `${sentence.replace(/\.$/, '')}. Also wrong: ${listed}${more}.`
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
