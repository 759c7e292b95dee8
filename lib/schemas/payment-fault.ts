import type { z } from 'zod'
import { isObject } from '#lib/domain/text/json'

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
}

/** What is wrong with a payment that cannot be read: its first faulty member ("`accepted` is missing"). `undefined` if it is no JSON object. */
export function paymentFault(value: unknown, error: z.ZodError): string | undefined {
  const [issue] = error.issues
  if (!isObject(value) || !issue) return undefined
  const name = `\`${issue.path.map(String).join('.')}\``
  const given = issue.path.reduce<unknown>(
    (inner, key) => (isObject(inner) ? inner[String(key)] : undefined),
    value,
  )
  if (given === undefined) return `${name} is missing`
  if (issue.code === 'invalid_value') return `${name} must be ${JSON.stringify(issue.values[0])}`
  const type = issue.code === 'invalid_type' ? types[issue.expected] : undefined
  return type === undefined ? `${name} is not valid` : `${name} must be ${type}`
}
