import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { geohashBounds } from '#lib/domain/geohash-area'
import { coverageSchema } from '#lib/schemas/coverage'
import { wrapBounds } from './geometry.ts'
import { coarsen } from './grid.ts'
import { boundsShapes } from './map-data.ts'
import { setShapes } from './use-open-map.ts'

/** A map that is moved about is asked once it rests. */
const restMs = 250

/**
 * Hatches where there are observations, as coarsely as anyone may know.
 *
 * @returns what to tell people when it could not be asked for
 */
export function useCoverage(map: MapLibre | undefined, isShown: boolean): string | undefined {
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    if (!map || !isShown) return
    let asked = new AbortController()
    let rest: ReturnType<typeof setTimeout>
    const ask = async () => {
      asked.abort()
      asked = new AbortController()
      const { signal } = asked
      try {
        const path = `/api/coverage?bbox=${boxOf(map)}` as const
        const { cells } = await callApi({ path, schema: coverageSchema, signal })
        const visible = coarsen(cells, map.getZoom())
        setShapes(map, 'coverage', boundsShapes(visible.flatMap((cell) => geohashBounds(cell) ?? [])))
        setProblem(undefined)
      } catch {
        if (!signal.aborted) setProblem('Where there are observations could not be asked for just now.')
      }
    }
    const begin = () => {
      clearTimeout(rest)
      rest = setTimeout(ask, restMs)
    }
    map.on('moveend', begin)
    void ask()
    return () => {
      map.off('moveend', begin)
      clearTimeout(rest)
      asked.abort()
      setShapes(map, 'coverage', boundsShapes([]))
      setProblem(undefined)
    }
  }, [map, isShown])
  return problem
}

/** Whole degrees, outward: two looks at nearly the same place are the same question, which the browser has answered. */
function boxOf(map: MapLibre): string {
  const bounds = map.getBounds()
  const { west, south, east, north } = wrapBounds({
    west: Math.floor(bounds.getWest()),
    south: Math.floor(bounds.getSouth()),
    east: Math.ceil(bounds.getEast()),
    north: Math.ceil(bounds.getNorth()),
  })
  return [west, south, east, north].join()
}
