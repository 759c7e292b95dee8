import type { z } from 'zod'
import { fieldError } from '#lib/domain/errors'

/**
 * The members of a query string that an operation declares; others are ignored.
 *
 * @throws CairnError `invalid_request` if one is given more than once, because it is ambiguous
 */
export function readQuery(named: z.ZodObject | undefined, request: Request): Record<string, string> {
  if (!named) return {}
  const given = new URL(request.url).searchParams
  return Object.fromEntries(
    Object.keys(named.shape).flatMap((field) => {
      const values = given.getAll(field)
      if (values.length > 1) throw fieldError(field, 'must be given once')
      return values.map((value) => [field, value])
    }),
  )
}

/** The headers that an operation declares; others are ignored. */
export function readHeaders(named: z.ZodObject | undefined, request: Request): Record<string, string> {
  return Object.fromEntries(
    Object.keys(named?.shape ?? {}).flatMap((name) => {
      const value = request.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
