import type { ReactNode } from 'react'
import { Fact } from '../ui/fact.tsx'

/** Names with their values. Entries that are `false` or `null` are left out. */
export function Facts({
  of,
  className = 'grid gap-3',
}: {
  of: readonly (readonly [name: string, value: ReactNode] | false | null | '')[]
  className?: string
}) {
  return (
    <dl className={className}>
      {of.map(
        (fact) =>
          fact && (
            <Fact key={fact[0]} name={fact[0]}>
              {fact[1]}
            </Fact>
          ),
      )}
    </dl>
  )
}
