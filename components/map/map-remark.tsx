import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useIsOffline } from '../ui/use-is-offline.ts'
import { meets } from './coverage-look.ts'
import type { FailedTiles } from './failed-tiles.ts'
import { wrappedBoundsOf } from './map-bounds.ts'
import { boundsOfStreets } from './open-map.ts'
import { showStreets } from './street-layers.ts'
import { lacksStreets } from './streets-in-view.ts'
import { useFailingTiles } from './use-failing-tiles.ts'

/** A line on the map that says what is missing from it, and why. */
export function MapRemark({
  map,
  failedTiles,
}: {
  map: MapLibre | undefined
  failedTiles: FailedTiles | undefined
}) {
  const isCutOff = useIsOffline()
  const isFailing = useFailingTiles(map, failedTiles)
  const isBlank = useStreetsInView(map)
  const trouble = isCutOff
    ? 'No connection: the map may be incomplete.'
    : isFailing && 'Parts of the map could not be loaded. Trying again.'
  // What is true of a place is not announced each time that the map moves.
  return (
    <div className="map-note map-remark">
      <p role="status">{trouble}</p>
      {isBlank && !trouble && <p className="map-blank">No street map here.</p>}
    </div>
  )
}

/**
 * Draws the streets only while the map shows something of their archive, so that it is credited only then.
 *
 * @returns true if the view is close and has no streets
 */
function useStreetsInView(map: MapLibre | undefined): boolean {
  const [isBlank, setIsBlank] = useState(false)
  useEffect(() => {
    if (!map) return
    let isShown = true
    const see = () => {
      const streets = boundsOfStreets(map)
      const view = wrappedBoundsOf(map)
      const isInView = streets === undefined || meets(streets, view)
      if (isInView !== isShown) showStreets(map, isInView)
      isShown = isInView
      setIsBlank(lacksStreets(streets, view, map.getZoom()))
    }
    const read = ({ sourceId, sourceDataType }: { sourceId: string; sourceDataType?: string }) => {
      if (sourceId === 'streets' && sourceDataType === 'metadata') see()
    }
    see()
    map.on('move', see)
    map.on('sourcedata', read)
    return () => {
      map.off('move', see)
      map.off('sourcedata', read)
    }
  }, [map])
  return isBlank
}
