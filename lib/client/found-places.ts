import type { DrawnArea } from '../../components/map/map-types.ts'
import { tidyArea } from './explore-url.ts'

const place = 'cairn.found-places'
const most = 20
type Found = readonly [position: string, name: string]

/**
 * Remembers for this tab under which name the middle of a circle was found. The name is not in the address, because a link could then give any
 * name to any place.
 */
export function rememberFound(area: DrawnArea, name: string): void {
  const position = positionOf(area)
  if (position === undefined) return
  const others = readFound().filter(([other]) => other !== position)
  try {
    sessionStorage.setItem(place, JSON.stringify([[position, name], ...others].slice(0, most)))
  } catch {
    // Without storage the area has the name of its cell.
  }
}

/** The name under which the middle of a circle was found in this tab, whatever its radius. */
export function foundName(area: DrawnArea | undefined): string | undefined {
  const position = area && positionOf(area)
  return position === undefined ? undefined : readFound().find(([other]) => other === position)?.[1]
}

function positionOf(area: DrawnArea): string | undefined {
  const tidy = tidyArea(area)
  return tidy.type === 'circle' ? tidy.centre.join() : undefined
}

function readFound(): readonly Found[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}
