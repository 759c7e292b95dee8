'use client'
import { usePlaceNames } from './use-place-names.ts'

/**
 * The name of a cell for people. Until it is known, a line of the same height is left empty, with a text for screen readers, because a
 * link or button around it needs a name at any time.
 */
export function PlaceName({ geohash, className = '' }: { geohash: string; className?: string }) {
  const name = usePlaceNames([geohash]).get(geohash)
  return (
    <span aria-busy={name === undefined} className={`wrap-anywhere ${className}`}>
      {name ?? (
        <>
          <span className="sr-only">Loading the name of the place</span>
          {'\u00a0'}
        </>
      )}
    </span>
  )
}
