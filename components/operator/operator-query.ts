import type { z } from 'zod'
import { callApi } from '#lib/client/call-api'

/**
 * How a page asks for what an operation of the console answers.
 *
 * @param path below `/api/operator/`, its members encoded
 * @param asked what the operation is asked with; what is absent or empty is left out
 * @returns for `useQuery`. The key is the address: two pages that ask the same share an answer, and an action has all asked anew.
 */
export function operatorQuery<Schema extends z.ZodType>(call: {
  path: string
  asked?: Readonly<Record<string, string | undefined>>
  schema: Schema
}) {
  const { path, asked = {}, schema } = call
  const given = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return {
    queryKey: ['operator', `${path}${query}`],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callApi({ path: `/api/operator/${path}${query}`, schema, signal }),
  }
}
