import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { coverageSchema } from '#lib/schemas/coverage'
import { wrapBounds } from './geometry.ts'
import { coverageShapes } from './map-data.ts'
import type { MapProps } from './map-types.ts'
import { setShapes } from './use-open-map.ts'

/** A map that is moved about is asked once it rests. */
const restMs = 250

/**
 * Lights up where there are captures, as coarsely as anyone may know.
 *
 * @param onCoverage told the cells in view, for a page that lists them
 * @param news cells that were just added: the coverage is asked for again
 * @returns what to tell people when it could not be asked for
 */
export function useCoverage(
  map: MapLibre | undefined,
  isShown: boolean,
  onCoverage: MapProps['onCoverage'],
  news: readonly string[],
): string | undefined {
  const [problem, setProblem] = useState<string>()
  const tell = useEffectEvent((cells: readonly string[]) => onCoverage?.(cells))

  // biome-ignore lint/correctness/useExhaustiveDependencies: news asks again
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
        setShapes(map, 'coverage', coverageShapes(cells))
        tell(cells)
        setProblem(undefined)
      } catch {
        if (!signal.aborted) setProblem('Where there are captures could not be loaded.')
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
      setShapes(map, 'coverage', coverageShapes([]))
      setProblem(undefined)
    }
  }, [map, isShown, news])
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
