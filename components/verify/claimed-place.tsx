'use client'
import { useContext, useEffect, useState } from 'react'
import { positionName } from '#lib/domain/geo/rough-position'
import { SurroundingsContext } from './surroundings.ts'

/**
 * The claimed place in words, or by its position where no service is asked for a name: on the page that has none, and for a proof that the
 * reader gave.
 */
export function ClaimedPlace({ geohash, isGiven }: { geohash: string; isGiven: boolean }) {
  const { nameCell } = useContext(SurroundingsContext)!
  const [named, setNamed] = useState<{ geohash: string; name: string }>()
  const isAsked = nameCell !== undefined && !isGiven
  useEffect(() => {
    if (!nameCell || !isAsked) return
    let isLeft = false
    nameCell(geohash)
      // The code that asks for the name may not be loaded.
      .catch(() => positionName(geohash))
      .then((name) => !isLeft && setNamed({ geohash, name }))
    return () => {
      isLeft = true
    }
  }, [nameCell, isAsked, geohash])
  if (!isAsked) return positionName(geohash)
  return named?.geohash === geohash ? (
    named.name
  ) : (
    <span aria-hidden="true" className="stone-busy inline-block h-[0.7em] w-24 rounded-sm bg-line" />
  )
}
