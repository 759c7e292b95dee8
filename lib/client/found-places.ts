import type { DrawnArea } from '#lib/domain/map/map-types'
import { tidyArea } from './explore-url.ts'
import { shortList } from './short-list.ts'

// Stores in this browser under which name the middle of a circle was found.

type Found = readonly [position: string, name: string]
const places = shortList<Found>(
  'cairn.found-places',
  ([one], [other]) => one === other,
  () => localStorage,
)

/**
 * Remembers in this browser under which name the middle of a circle was found. The name is not in the address, because a link could then give any
 * name to any place. Without storage the area has the name of its cell.
 */
export function rememberFound(area: DrawnArea, name: string): void {
  const position = positionOf(area)
  if (position !== undefined) places.add([position, name])
}

/** The name under which the middle of a circle was found in this browser, whatever its radius. */
export function foundName(area: DrawnArea | undefined): string | undefined {
  const position = area && positionOf(area)
  return position === undefined ? undefined : places.read().find(([other]) => other === position)?.[1]
}

function positionOf(area: DrawnArea): string | undefined {
  const tidy = tidyArea(area)
  return tidy.type === 'circle' ? tidy.centre.join() : undefined
}
