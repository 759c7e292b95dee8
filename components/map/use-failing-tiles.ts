import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { isOffline } from '#lib/client/offline'
import type { FailedTiles } from './failed-tiles.ts'
import { RetryWait } from './retry-wait.ts'

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
    const wait = new RetryWait(request, isOfUse)
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
    const ending = new AbortController()
    const { signal } = ending
    // What failed while the map was loading.
    fail()
    map.on('error', fail)
    map.on('idle', rest)
    window.addEventListener('online', () => wait.end(), { signal })
    document.addEventListener('visibilitychange', () => wait.resume(), { signal })
    return () => {
      wait.reset()
      ending.abort()
      map.off('error', fail)
      map.off('idle', rest)
    }
  }, [map, failed])
  return isFailing
}

/** False while a request would fail, or nobody would see what it brings. */
function isOfUse(): boolean {
  return !isOffline() && document.visibilityState === 'visible'
}
