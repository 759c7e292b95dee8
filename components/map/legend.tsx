import type { Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { rampOf } from './age-ramp.ts'
import { type CoverageLook, coverageLook } from './coverage-look.ts'
import { wrappedBoundsOf } from './map-bounds.ts'

type Props = {
  map: MapLibre | undefined
  /** The ages of the newest captures of the cells on the map, in seconds; empty if it shows no ages. */
  ages: readonly number[]
  /** The cells of the coverage that are on the map; `undefined` if it shows no coverage, or could not load it. */
  coverage: readonly string[] | undefined
  /** What the outline on the map means; `undefined` if the map has no outline. */
  coverWords: string | undefined
}

/** Explains the signs on a map that are in view. The list beside the map says the same for each cell in words. */
export function MapLegend({ map, ages, coverage, coverWords }: Props) {
  const look = useCoverageLook(map, coverage)
  // Inside a square with captures the map has no sign to explain. Of an outlined area, the page itself says what is known.
  const isSaid = look === 'inside' && coverWords !== undefined
  const captures =
    ages.length > 0 ? (
      <Ages {...rampOf(ages)} isBrief={coverWords !== undefined} />
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

const item = 'flex max-w-full items-center gap-2.5 max-sm:gap-1.5'
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
  squares: <>{square}Areas with captures</>,
  inside: 'Captures exist around here',
}

/**
 * The colours of the cells on the map, from the newest to the oldest: a longer scale would promise ages that the search left out.
 *
 * @param isBrief true to leave room for another entry in the same line on a phone
 */
function Ages({ tokens, from, until, isBrief }: ReturnType<typeof rampOf> & { isBrief: boolean }) {
  return (
    <>
      <span className="whitespace-nowrap text-soft">
        Newest<span className={isBrief ? 'max-sm:sr-only' : ''}> capture</span>:
      </span>{' '}
      <span className={`whitespace-nowrap ${isBrief && from !== 'now' ? 'max-sm:sr-only' : ''}`}>{from}</span>
      <span aria-hidden="true" className="flex overflow-hidden rounded-full">
        {tokens.map((token) => (
          <span
            key={token}
            className={`h-2 w-6 ${isBrief ? 'max-sm:w-2' : ''}`}
            style={{ background: `var(${token})` }}
          />
        ))}
      </span>
      <span className="whitespace-nowrap">{until}</span>
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
