'use client'
import { usePlaceNames } from './use-place-names.ts'

/**
 * The name of a cell for people. Until it is known, a bar of its height stands for it, with a text for screen readers, because a link or
 * button around it needs a name at any time.
 */
export function PlaceName({ geohash, className = '' }: { geohash: string; className?: string }) {
  const name = usePlaceNames([geohash]).get(geohash)
  return (
    <span aria-busy={name === undefined} className={`wrap-anywhere ${className}`}>
      {name ?? (
        <>
          <span className="sr-only">Loading the name of the place</span>
          <span
            aria-hidden="true"
            className="stone-busy inline-block h-[0.7em] w-32 max-w-full rounded-sm bg-line"
          />
          {'\u00a0'}
        </>
      )}
    </span>
  )
}
