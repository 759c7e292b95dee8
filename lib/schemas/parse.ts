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
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = [...(options.root ? [options.root] : []), ...(issue?.path ?? [])].map(String)
  const field = path.length > 0 ? path.join('.') : undefined
  throw new CairnError(
    options.code ?? 'invalid_request',
    `${field ?? 'The request'}: ${issue?.message ?? 'is not valid'}`,
    {
      field,
    },
  )
}
