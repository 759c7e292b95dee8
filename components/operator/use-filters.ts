'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { startTransition, useEffect, useOptimistic, useRef } from 'react'

/**
 * The filters of a page, kept in its address: what is seen can be sent to somebody, and Back undoes a change.
 *
 * A change shows at once, before the address has followed: a box that is ticked stays ticked.
 *
 * @param prefix before each name in the address, where several lists stand on one page
 * @returns what the address says of each name, and a way to change some; `undefined` or '' leaves a name out
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
  prefix = '',
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string | undefined>>) => void] {
  const router = useRouter()
  const path = usePathname()
  const params = useSearchParams()
  // The address follows a moment later: a second change before that builds on the first.
  const latest = useRef<Pick<URLSearchParams, 'toString'>>(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const inAddress = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(prefix + name)
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<Name, string>>
  const [filters, show] = useOptimistic(inAddress)
  const change = (changes: Partial<Record<Name, string | undefined>>) => {
    const next = new URLSearchParams(latest.current.toString())
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(prefix + name, value as string)
      else next.delete(prefix + name)
    }
    latest.current = next
    const query = next.toString()
    startTransition(() => {
      const wanted = Object.entries({ ...filters, ...changes }).filter(([, value]) => value)
      show(Object.fromEntries(wanted) as typeof filters)
      router.push(query === '' ? path : `${path}?${query}`, { scroll: false })
    })
  }
  return [filters, change]
}
