import type { ReactNode } from 'react'
import type { CellBounds } from '#lib/domain/geo/geohash'
import type { DrawnArea, MapCell, MapView, Position } from '#lib/domain/map/map-types'
import type { WorldPicture } from '#lib/domain/map/world-names'
import type { CoverageInView } from './coverage-look.ts'

export type DrawTool = 'look' | 'circle' | 'polygon'

/** Pixels from each edge. */
export type Inset = { top: number; right: number; bottom: number; left: number }

export type MapProps = {
  /** The initial view. Later moves are reported by `onView`. Give another one to move it there. */
  view: MapView
  /** Called when the map has stopped moving. The bounds are within ±180: `west` is more than `east` if the map shows the antimeridian. */
  onView?: ((view: MapView, bounds: CellBounds) => void) | undefined
  tool?: DrawTool
  /** Called when the reader has finished with a tool (`look`). If present, the page puts its tools at the top right of the map. */
  onTool?: ((tool: DrawTool) => void) | undefined
  /** Called if this browser cannot draw a map. */
  onFail?: (() => void) | undefined
  area?: DrawnArea | undefined
  /** Called with an area once it is drawn. */
  onArea?: ((area: DrawnArea) => void) | undefined
  /** The price of an answer for an area, in words; shown while one is drawn. */
  price?: string | undefined
  /** The outline of the cells that the area of interest covers, as closed rings, and its meaning in words for the legend, empty if the page says it elsewhere. */
  cover?: { rings: readonly (readonly Position[])[]; words: string } | undefined
  cells?: readonly MapCell[]
  /** A geohash of `cells`. */
  selected?: string | undefined
  onSelect?: ((geohash: string | undefined) => void) | undefined
  /** Called with the position of a press while nothing is being drawn. */
  onPoint?: ((position: { latitude: number; longitude: number }) => void) | undefined
  /** A pin that can be dragged. It is called with the place where it was dropped. */
  pin?:
    | {
        latitude: number
        longitude: number
        onDrop: (position: { latitude: number; longitude: number }) => void
      }
    | undefined
  /** True to show the free coverage layer. */
  showsCoverage?: boolean
  /** The still picture that is shown until the map is loaded, if `view` is that of its frame. */
  picture?: WorldPicture | undefined
  /** Shown until the map is loaded, if `view` is of a place. */
  still?: ReactNode
  /** Called with the cells of the free coverage in view. */
  onCoverage?: ((seen: CoverageInView) => void) | undefined
  /** Cells that just got a capture. They pulse once, unless the reader prefers reduced motion. */
  pulses?: readonly string[]
  /** True for a full-page map: one finger moves it. */
  isWholePage?: boolean
  /** Pixels of the map that panels cover. The map centres its target in the part that is left. */
  inset?: Inset | undefined
  /** A style that replaces our own, from the settings. */
  styleUrl?: string | undefined
  /** Accessible name. */
  label: string
  className?: string
}
