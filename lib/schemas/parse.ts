import type { z } from 'zod'
import { CairnError, type ErrorCode } from '#lib/domain/errors'

/**
 * Parses untrusted input; the first fault becomes a refusal that names its member as a dotted path.
 *
 * @throws CairnError with `code` (`invalid_request` unless told)
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
  throw new CairnError(
    options.code ?? 'invalid_request',
    `${field ?? 'The body'}: ${issue?.message ?? 'is not valid'}`,
    {
      field,
    },
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

/** For what a schema has no words of its own: the validator's would show through otherwise. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const type = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined
  if (type === undefined) return 'is not valid'
  return issue.input === undefined ? `is required and must be ${type}` : `must be ${type}`
}
