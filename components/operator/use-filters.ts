'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { startTransition, useOptimistic } from 'react'

/**
 * The filters of a page, stored in its address, so that a view can be shared and Back undoes a change.
 *
 * Pages read them only in the browser, so the server does not render the page again. A change is visible at once, before the router has
 * processed the address: a ticked box stays ticked.
 *
 * @param prefix before each name in the address, for pages with several lists
 * @returns the value of each name in the address, and a function that changes some; `undefined` or '' removes a name
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
    // The address itself, not the router's last state, so that a second change builds on the first.
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
