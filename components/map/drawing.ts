import { maxRadiusM, minRadiusM } from '#lib/domain/geo/area'
import { distanceM, wrapLongitude } from '#lib/domain/map/geometry'
import type { DrawnArea, Position } from '#lib/domain/map/map-types'
import type { DrawTool } from './map-types.ts'

// An area while it is drawn: its points, the changes to them, and what to do next in words.

/**
 * An area on its way: what has been set so far. Longitudes are as the map counts them and may run on over ±180. The same steps
 * are taken by pointer, finger and keyboard.
 */
export type Sketch = { tool: Exclude<DrawTool, 'look'>; corners: readonly Position[] }

export type Step = {
  sketch: Sketch
  /** Set once the area is finished. */
  area?: DrawnArea
}

const minCorners = 3

export function emptySketch(tool: Sketch['tool']): Sketch {
  return { tool, corners: [] }
}

/** Sets the next point: a centre, then a radius; or one more corner. */
export function place(sketch: Sketch, position: Position): Step {
  const last = sketch.corners.at(-1)
  if (last && last[0] === position[0] && last[1] === position[1]) return { sketch }
  const next = { ...sketch, corners: [...sketch.corners, position] }
  if (sketch.tool === 'polygon' || next.corners.length < 2) return { sketch: next }
  return { sketch: emptySketch('circle'), area: areaOf(sketch, position)! }
}

/** Finishes an outline; does nothing while it has too few corners. */
export function close(sketch: Sketch): Step {
  if (!canClose(sketch)) return { sketch }
  return { sketch: emptySketch('polygon'), area: areaOf(sketch)! }
}

export function canClose({ tool, corners }: Sketch): boolean {
  return tool === 'polygon' && corners.length >= minCorners
}

/** Removes the last point. */
export function takeBack(sketch: Sketch): Sketch {
  return { ...sketch, corners: sketch.corners.slice(0, -1) }
}

/** A preview of the area with the next point at `pointer`; `undefined` if there is no area yet. */
export function areaOf({ tool, corners }: Sketch, pointer?: Position): DrawnArea | undefined {
  if (tool === 'circle') {
    const [centre] = corners
    if (!centre || !pointer) return undefined
    const radiusM = Math.min(maxRadiusM, Math.max(minRadiusM, Math.round(distanceM(centre, pointer))))
    return { type: 'circle', centre: within(centre), radiusM }
  }
  const ring = pointer ? [...corners, pointer] : corners
  if (ring.length < minCorners) return undefined
  return { type: 'polygon', rings: [[...ring, ring[0]!].map(within)] }
}

/** Six decimals are a tenth of a metre. */
function within([longitude, latitude]: Position): Position {
  const round = (value: number) => Math.round(value * 1e6) / 1e6
  return [round(wrapLongitude(longitude)), round(Math.max(-90, Math.min(90, latitude)))]
}

/** Moves a corner of an outline. */
export function moveCorner(sketch: Sketch, index: number, position: Position): Sketch {
  return { ...sketch, corners: sketch.corners.with(index, position) }
}

/** An instruction for the next step. @param size the size of the area in words, with what a search of it costs */
export function instruct(sketch: Sketch, area: DrawnArea | undefined, size: string): string {
  const { tool, corners } = sketch
  if (tool === 'circle') {
    if (corners.length === 0) return 'Press where the centre is, and drag.'
    if (area?.type !== 'circle') return 'Now choose how far the circle reaches.'
    const most = area.radiusM === maxRadiusM ? ' (the largest)' : ''
    return `Radius ${describeMetres(area.radiusM)}${most}${size}.`
  }
  if (corners.length === 0) return 'Choose the first corner.'
  if (!canClose(sketch)) return `${describeCorners(corners.length)}. Choose the next one.`
  return `${describeCorners(corners.length)}${size}. Choose the first corner again to finish.`
}

function describeCorners(count: number): string {
  return count === 1 ? '1 corner' : `${count} corners`
}

/** `850 m`, `1.24 km`. */
function describeMetres(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(2)} km`
}
