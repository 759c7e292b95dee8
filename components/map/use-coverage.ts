import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { wrapBounds } from '#lib/domain/map/geometry'
import { coverageSchema } from '#lib/schemas/coverage'
import { type CoverageInView, coverageInView, hasRoomForSquares } from './coverage-look.ts'
import { wrappedBoundsOf } from './map-bounds.ts'
import { coverageShapes } from './map-data.ts'
import type { MapProps } from './map-types.ts'
import { createPageRetry } from './page-retry.ts'
import { setShapes } from './use-open-map.ts'

/** The coverage is requested once the map has been still for this time. */
const restMs = 250

/**
 * Highlights where there are captures, at the precision of the public coverage.
 *
 * @param onCoverage called with the cells in view, for a page that lists them
 * @param news cells that were just added: the coverage is requested again
 * @returns the cells on the map, and a message while they cannot be loaded
 */
export function useCoverage(
  map: MapLibre | undefined,
  isShown: boolean,
  onCoverage: MapProps['onCoverage'],
  news: readonly string[],
): { shown: readonly string[] | undefined; problem: string | undefined } {
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState<readonly string[]>()
  const tell = useEffectEvent((seen: CoverageInView) => onCoverage?.(seen))

  // biome-ignore lint/correctness/useExhaustiveDependencies: news asks again
  useEffect(() => {
    if (!map || !isShown) return
    let asked = new AbortController()
    let rest: ReturnType<typeof setTimeout>
    const ending = new AbortController()
    // Repeats the request after a failure, for example when the service was busy for a moment.
    const wait = createPageRetry(() => void ask(), ending.signal)
    const ask = async () => {
      asked.abort()
      asked = new AbortController()
      const { signal } = asked
      try {
        const path = `/api/coverage?bbox=${boxOf(map)}` as const
        const { cells } = await callApi({ path, schema: coverageSchema, signal })
        setShapes(map, 'coverage', coverageShapes(cells))
        tell(coverageInView(cells, wrappedBoundsOf(map)))
        setShown(cells)
        setProblem(undefined)
        wait.reset()
      } catch {
        if (signal.aborted) return
        setProblem('The places with captures could not be loaded. Trying again.')
        wait.begin()
      }
    }
    const begin = () => {
      showEdges(map)
      clearTimeout(rest)
      rest = setTimeout(ask, restMs)
    }
    showEdges(map)
    map.on('moveend', begin)
    void ask()
    return () => {
      map.off('moveend', begin)
      clearTimeout(rest)
      ending.abort()
      asked.abort()
      setShapes(map, 'coverage', coverageShapes([]))
      setShown(undefined)
      setProblem(undefined)
    }
  }, [map, isShown, news])
  return { shown, problem }
}

/** At what zoom the edges of a square look like streets depends on the size of the map, which a style cannot read. */
function showEdges(map: MapLibre): void {
  const isShown = hasRoomForSquares(wrappedBoundsOf(map))
  map.setLayoutProperty('coverage-edge', 'visibility', isShown ? 'visible' : 'none')
}

/** Rounded outward to whole degrees, so that views of nearly the same place use the same cached answer. */
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
