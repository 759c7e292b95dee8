'use client'
import { type CSSProperties, useMemo } from 'react'
import AreaMap from '#components/map/lazy'
import type { WorldPicture } from '#lib/domain/map/world-names'
import { CellMap } from './cell-map.tsx'
import type { PlaceChoice } from './use-place-choice.ts'

/** The height of the bar on the map, so that it covers no area: of the map, and of the picture before it. */
const barPixels = 64
/** Two lines of credits on a phone, and a gap above them. */
const creditsPixels = 42 + 16
/** The bar covers more of the top than the credits cover of the bottom. Only the difference is an inset, because one at the bottom would move the credits. */
const inset = { top: barPixels - creditsPixels, right: 0, bottom: 0, left: 0 }
const pictureInset = {
  '--still-top': `${barPixels}px`,
  '--still-bottom': `${creditsPixels}px`,
} as CSSProperties
/** The pixels of the map's height that the bar and the credits cover. */
export const coveredPixels = barPixels + creditsPixels

type Props = {
  choice: PlaceChoice
  styleUrl: string | undefined
  /** Shown until the map is loaded, if no place is chosen. */
  picture?: WorldPicture
  className: string
}

/** A map for choosing a cell: a press or the pin selects the cell at that position. */
export function PlaceMap({ choice, styleUrl, picture, className }: Props) {
  const { place, pin } = choice
  const cells = useMemo(
    () => (place === undefined ? [] : [{ geohash: place, ageSeconds: 0, label: '' }]),
    [place],
  )
  return (
    <div className={`relative ${className}`} style={pictureInset}>
      <AreaMap
        styleUrl={styleUrl}
        picture={place === undefined ? picture : undefined}
        still={
          place !== undefined && (
            <CellMap geohash={place} isFirst className="absolute inset-0 size-full object-cover" />
          )
        }
        view={choice.view}
        onView={choice.onView}
        cells={cells}
        selected={place}
        onPoint={choice.take}
        pin={pin && { ...pin, onDrop: choice.take }}
        inset={inset}
        label="Map to choose an area on. Arrow keys move it, plus and minus zoom."
        className="h-full"
      />
      <div className="pointer-events-none absolute inset-x-3 top-3 flex justify-center pr-12">
        <div className="panel pointer-events-auto flex flex-wrap items-center gap-x-4 px-4 py-1 text-sm max-sm:gap-x-3 max-sm:px-3">
          <span className={`py-2 ${place !== undefined && pin === undefined ? 'max-sm:hidden' : ''}`}>
            {place === undefined
              ? 'Choose the place'
              : pin === undefined
                ? 'Choose another place'
                : choice.isAtEdge
                  ? 'Pin near the edge'
                  : 'Drag the pin'}
            {/* On a phone a second line would cover the area. */}
            {pin && (
              <span className="max-sm:hidden">
                {choice.isAtEdge ? ' of the area' : ', or choose another place'}
              </span>
            )}
          </span>
          <button
            type="button"
            className="min-h-11 font-semibold underline underline-offset-4"
            onClick={choice.takeMiddle}
          >
            Use map centre
          </button>
        </div>
      </div>
    </div>
  )
}
