'use client'
import { useSyncExternalStore } from 'react'
import type { Place } from '#lib/domain/geo/cell-distance'
import { geohashAt } from '#lib/domain/geo/geohash-area'

/** The position that the reader gave. It is only in the memory of this page, and is neither stored nor sent. */
let position: Place | undefined
const listeners = new Set<() => void>()

export function keepOwnPosition(next: Place): void {
  position = next
  for (const listener of listeners) listener()
}

/** The reader's position, while the board shows what is near it. @param near the cell in the address */
export function useOwnPosition(near: string | undefined): Place | undefined {
  const own = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => position,
    () => undefined,
  )
  return own !== undefined && near !== undefined && geohashAt(own, near.length) === near ? own : undefined
}
