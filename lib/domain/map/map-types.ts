// What a map shows and what is drawn on one, for the map and for the pages around it.

/** The view of a map: the centre in degrees (WGS 84), and the zoom of MapLibre. */
export type MapView = { latitude: number; longitude: number; zoom: number }

/** GeoJSON positions: longitude first, degrees. */
export type Position = [longitude: number, latitude: number]

/** The area that was drawn or typed. A circle is never larger than the limit. A polygon has not been checked. */
export type DrawnArea =
  | { type: 'circle'; centre: Position; radiusM: number }
  | { type: 'polygon'; rings: readonly (readonly Position[])[] }

/** A cell of one to six characters with data. Cells are drawn as rectangles, never as points. */
export type MapCell = {
  geohash: string
  /** Age of the newest observation in the cell, in seconds. Decides the colour. */
  ageSeconds: number
  /** Text for pointers and screen readers. */
  label: string
}
