import type { CellBounds } from '#lib/domain/geohash'

/** Where the map looks: the centre in degrees (WGS 84), the zoom as MapLibre counts it. */
export type MapView = { latitude: number; longitude: number; zoom: number }

/** GeoJSON positions: longitude first, degrees. */
export type Position = [longitude: number, latitude: number]

/** What has been drawn, or typed. A circle drawn is never larger than is allowed; a polygon is not yet checked. */
export type DrawnArea =
  | { type: 'circle'; centre: Position; radiusM: number }
  | { type: 'polygon'; rings: readonly (readonly Position[])[] }

export type DrawTool = 'look' | 'circle' | 'polygon'

/** A cell of one to six characters with something in it. Cells are drawn as the rectangles they are, never as points. */
export type MapCell = {
  geohash: string
  /** Of the newest thing in it, seconds. Decides the colour. */
  ageSeconds: number
  /** What a pointer or a screen reader is told of it. */
  label: string
}

export type MapProps = {
  /** Where the map begins; afterwards it moves by itself and tells `onView`. Give another one to move it there. */
  view: MapView
  /**
   * Called when the map has come to rest. The bounds are within ±180: `west` is more than `east` when the map shows the
   * antimeridian.
   */
  onView?: ((view: MapView, bounds: CellBounds) => void) | undefined
  tool?: DrawTool
  /** Told when the reader chooses a tool, or has done with one (`look`). Without it the map offers no tools. */
  onTool?: ((tool: DrawTool) => void) | undefined
  area?: DrawnArea | undefined
  /** While drawing, and when it is `done`; `undefined` when the drawing was given up. */
  onArea?: ((area: DrawnArea | undefined, state: 'drawing' | 'done') => void) | undefined
  /** The cells the area of interest covers, as rectangles: shown faint below `cells`. */
  cover?: readonly CellBounds[]
  cells?: readonly MapCell[]
  /** A geohash of `cells`. */
  selected?: string | undefined
  onSelect?: ((geohash: string | undefined) => void) | undefined
  /** Told where the map was pressed, whatever is there, while nothing is drawn. */
  onPoint?: ((position: { latitude: number; longitude: number }) => void) | undefined
  /** Whether the search for places lies on the map, where it has tools. A page may have it before its own controls. */
  hasSearch?: boolean
  /** Whether the free, coarse coverage is shown. */
  showsCoverage?: boolean
  /** Another style than our own, from the settings. */
  styleUrl?: string | undefined
  /** Accessible name. */
  label: string
  className?: string
}
