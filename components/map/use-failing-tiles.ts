import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { FailedTiles } from './failed-tiles.ts'
import { createPageRetry } from './page-retry.ts'

/** True while tiles fail. They are requested again after a while, and when the connection is back. */
export function useFailingTiles(map: MapLibre | undefined, failed: FailedTiles | undefined): boolean {
  const [isFailing, setIsFailing] = useState(false)
  useEffect(() => {
    if (!map || !failed) return
    const request = () => {
      failed.request(map)
      // If nothing of it is in view any more, the map would not come to rest again.
      map.triggerRepaint()
    }
    const ending = new AbortController()
    const wait = createPageRetry(request, ending.signal)
    const fail = () => {
      if (!failed.hasAny) return
      setIsFailing(true)
      wait.begin()
    }
    const rest = () => {
      if (failed.hasAny) return
      setIsFailing(false)
      wait.reset()
    }
    // What failed while the map was loading.
    fail()
    map.on('error', fail)
    map.on('idle', rest)
    return () => {
      ending.abort()
      map.off('error', fail)
      map.off('idle', rest)
    }
  }, [map, failed])
  return isFailing
}
