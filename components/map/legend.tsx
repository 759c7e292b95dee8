import type { Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { ageTokens } from './age-ramp.ts'
import { type CoverageLook, coverageLook } from './coverage-look.ts'
import { wrappedBoundsOf } from './map-bounds.ts'

type Props = {
  map: MapLibre | undefined
  showsAges: boolean
  /** The cells of the coverage that are on the map; `undefined` if it shows no coverage, or could not load it. */
  coverage: readonly string[] | undefined
  /** What the outline on the map means; `undefined` if the map has no outline. */
  coverWords: string | undefined
}

/** Explains the signs on a map that are in view. The list beside the map says the same for each cell in words. */
export function MapLegend({ map, showsAges, coverage, coverWords }: Props) {
  const look = useCoverageLook(map, coverage)
  // Inside a square with captures the map has no sign to explain. Of an outlined area, the page itself says what is known.
  const isSaid = look === 'inside' && coverWords !== undefined
  const captures = showsAges ? (
    <Ages isBrief={coverWords !== undefined} />
  ) : isSaid ? undefined : (
    coverageWords[look]
  )
  if (!captures && coverWords === undefined) return null
  return (
    <div className="map-legend">
      {coverWords !== undefined && (
        <p className={item}>
          <span aria-hidden="true" className="h-3 w-4 border-[1.5px] border-ink" />
          {coverWords}
        </p>
      )}
      {captures && <p className={item}>{captures}</p>}
    </div>
  )
}

const item = 'flex max-w-full items-center gap-2.5'
const square = <span aria-hidden="true" className="h-3 w-4 rounded-[2px] border-2 border-link" />

const coverageWords: Record<CoverageLook, ReactNode> = {
  nothing: undefined,
  points: (
    <>
      <span
        aria-hidden="true"
        className="size-2.5 rounded-full bg-(--age-1) shadow-[0_0_8px_3px_var(--lichen)]"
      />
      Captures exist here
    </>
  ),
  squares: <>{square}Squares with captures</>,
  inside: 'Captures exist around here',
}

/** @param isBrief true to leave room for another entry in the same line on a phone */
function Ages({ isBrief }: { isBrief: boolean }) {
  return (
    <>
      <span className={`whitespace-nowrap text-soft ${isBrief ? 'max-sm:sr-only' : ''}`}>
        Newest capture:
      </span>{' '}
      now
      <span
        aria-hidden="true"
        className={`h-2 w-28 min-w-8 rounded-full ${isBrief ? 'max-sm:w-12' : ''}`}
        style={{
          background: `linear-gradient(90deg, ${ageTokens.map((token) => `var(${token})`).join()})`,
        }}
      />
      <span className="whitespace-nowrap">a year ago</span>
    </>
  )
}

function useCoverageLook(map: MapLibre | undefined, coverage: readonly string[] | undefined): CoverageLook {
  const [look, setLook] = useState<CoverageLook>('nothing')
  useEffect(() => {
    if (!map) return
    const see = () => setLook(coverageLook(coverage ?? [], wrappedBoundsOf(map), map.getZoom()))
    see()
    map.on('moveend', see)
    return () => {
      map.off('moveend', see)
    }
  }, [map, coverage])
  return look
}
