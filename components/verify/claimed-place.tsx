'use client'
import { useContext, useEffect, useState } from 'react'
import { positionName } from '#lib/domain/geo/rough-position'
import { SurroundingsContext } from './surroundings.ts'

/**
 * The claimed place in words, or by its position where no service is asked for a name: on the page that has none, and for a proof that the
 * reader gave.
 */
export function ClaimedPlace({ geohash, isGiven }: { geohash: string; isGiven: boolean }) {
  return (
    usePlaceName(geohash, isGiven) ?? (
      <span aria-hidden="true" className="stone-busy inline-block h-[0.7em] w-24 rounded-sm bg-line" />
    )
  )
}

/**
 * The same as text.
 *
 * @param geohash `undefined`: no name is asked for
 * @returns `undefined` while the service is asked
 */
export function usePlaceName(geohash: string | undefined, isGiven: boolean): string | undefined {
  const { nameCell } = useContext(SurroundingsContext)!
  const [named, setNamed] = useState<{ geohash: string; name: string }>()
  const isAsked = nameCell !== undefined && !isGiven
  useEffect(() => {
    if (!nameCell || !isAsked || geohash === undefined) return
    let isLeft = false
    nameCell(geohash)
      // The code that asks for the name may not be loaded.
      .catch(() => positionName(geohash))
      .then((name) => !isLeft && setNamed({ geohash, name }))
    return () => {
      isLeft = true
    }
  }, [nameCell, isAsked, geohash])
  if (geohash === undefined) return undefined
  if (!isAsked) return positionName(geohash)
  return named?.geohash === geohash ? named.name : undefined
}
