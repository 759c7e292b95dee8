'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { startTransition, useOptimistic } from 'react'

/**
 * The filters of a page, kept in its address: what is seen can be sent to somebody, and Back undoes a change.
 *
 * The pages read them in the browser alone, so the server is not asked for the page again. A change shows at once, before the
 * router has followed the address: a box that is ticked stays ticked.
 *
 * @param prefix before each name in the address, where several lists stand on one page
 * @returns what the address says of each name, and a way to change some; `undefined` or '' leaves a name out
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
  prefix = '',
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string | undefined>>) => void] {
  const path = usePathname()
  const params = useSearchParams()
  const inAddress = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(prefix + name)
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<Name, string>>
  const [filters, show] = useOptimistic(inAddress)
  const change = (changes: Partial<Record<Name, string | undefined>>) => {
    // The address itself, not what the router last showed of it: a second change builds on the first.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(prefix + name, value as string)
      else next.delete(prefix + name)
    }
    const query = next.toString()
    startTransition(() => {
      const wanted = Object.entries({ ...filters, ...changes }).filter(([, value]) => value)
      show(Object.fromEntries(wanted) as typeof filters)
      window.history.pushState(null, '', query === '' ? path : `${path}?${query}`)
    })
  }
  return [filters, change]
}
