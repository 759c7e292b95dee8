'use client'
import { useSyncExternalStore } from 'react'
import { chosenPoint } from '#lib/client/board-visit'
import type { Place } from '#lib/domain/geo/cell-distance'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import { noSubscription } from '../ui/no-subscription.ts'

/** The position that the reader gave. It is only in the memory of this page, and is neither stored nor sent. */
let position: Place | undefined
const listeners = new Set<() => void>()

/** @param next `undefined` once a place was chosen instead */
export function keepOwnPosition(next: Place | undefined): void {
  position = next
  for (const listener of listeners) listener()
}

/** The origin of the distances on the board, if it is known better than its cell. */
export type Origin = { is: 'own' | 'chosen'; at: Place }

/** The reader's own position, or else the middle of the place that was chosen by its name. @param near the cell in the address */
export function useOrigin(near: string | undefined): Origin | undefined {
  const own = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => position,
    () => undefined,
  )
  // The text, because an object would be another one at each call.
  const chosen = useSyncExternalStore(
    noSubscription,
    () => JSON.stringify(chosenPoint(near)),
    () => undefined,
  )
  if (own !== undefined && near !== undefined && geohashAt(own, near.length) === near)
    return { is: 'own', at: own }
  return chosen === undefined ? undefined : { is: 'chosen', at: JSON.parse(chosen) }
}
