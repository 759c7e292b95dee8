'use client'
import type { ComponentProps } from 'react'
import { LazyPlaceBox } from '../place/lazy-place-box.tsx'
import type { PlaceOption } from '../place/use-place-options.ts'

/** A search box for a town, a landmark, a position or a geohash. */
export function PlaceSearch(
  props: {
    onPick: (place: Pick<PlaceOption, 'text' | 'position' | 'isLandmark'>) => void
  } & Pick<ComponentProps<typeof LazyPlaceBox>, 'onText' | 'typedBefore'>,
) {
  return (
    <div className="relative">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
      >
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m13 13 4.5 4.5" strokeLinecap="round" />
      </svg>
      <LazyPlaceBox
        {...props}
        input={{
          'aria-label': 'Search for a place',
          placeholder: 'Search for a place',
          className: 'field min-h-12 w-full pl-10 text-base',
        }}
      />
    </div>
  )
}
