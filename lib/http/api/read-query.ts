import type { z } from 'zod'
import { fieldError } from '#lib/domain/errors'
import { listIgnored } from '#lib/domain/text/ignored-members'

/**
 * The members of a query string that an operation declares; others are ignored unless it takes no others.
 *
 * @throws CairnError `invalid_request` if one is given more than once, because it is ambiguous; or another one where none is taken
 */
export function readQuery(
  { query: named, refusesOtherQuery }: { query?: z.ZodObject; refusesOtherQuery?: true },
  request: Request,
): Record<string, string> {
  if (!named) return {}
  const given = new URL(request.url).searchParams
  if (refusesOtherQuery) refuseOthers(Object.keys(named.shape), [...given.keys()])
  return Object.fromEntries(
    Object.keys(named.shape).flatMap((field) => {
      const values = given.getAll(field)
      if (values.length > 1) throw fieldError(field, 'must be given once')
      return values.map((value) => [field, value])
    }),
  )
}

function refuseOthers(names: readonly string[], given: readonly string[]): void {
  const other = given.find((name) => !names.includes(name))
  if (other === undefined) return
  const [shown] = listIgnored({ [other]: true }, names)
  throw fieldError(shown!, `is no parameter of this request, which has only: ${names.join(', ')}`)
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
