import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { ageTokens } from './age-ramp.ts'

/** From this zoom on, the coverage is drawn as squares more than as points of light. */
const squaresZoom = 5.5

type Props = { map: MapLibre | undefined; showsAges: boolean; showsCoverage: boolean }

/** Explains the lights on a map in one line. The list beside the map says the same for each cell in words. */
export function MapLegend({ map, showsAges, showsCoverage }: Props) {
  const showsSquares = useIsCloser(map, squaresZoom)
  if (showsAges)
    return (
      <p className="map-legend">
        <span className="text-soft">Newest capture:</span> now
        <span
          aria-hidden="true"
          className="h-2 w-20 rounded-full sm:w-28"
          style={{
            background: `linear-gradient(90deg, ${ageTokens.map((token) => `var(${token})`).join()})`,
          }}
        />
        a year ago
      </p>
    )
  if (!showsCoverage) return null
  if (showsSquares)
    return (
      <p className="map-legend">
        <span aria-hidden="true" className="h-3 w-4 border border-(--age-1) bg-(--age-1)/20" />
        Captures exist in shaded squares
      </p>
    )
  return (
    <p className="map-legend">
      <span
        aria-hidden="true"
        className="size-2.5 rounded-full bg-(--age-1) shadow-[0_0_8px_3px_var(--lichen)]"
      />
      Captures exist here
    </p>
  )
}

function useIsCloser(map: MapLibre | undefined, zoom: number): boolean {
  const [isCloser, setIsCloser] = useState(false)
  useEffect(() => {
    if (!map) return
    const look = () => setIsCloser(map.getZoom() >= zoom)
    look()
    map.on('zoomend', look)
    return () => {
      map.off('zoomend', look)
    }
  }, [map, zoom])
  return isCloser
}
