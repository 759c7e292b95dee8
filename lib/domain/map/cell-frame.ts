import type { CellBounds } from '#lib/domain/geo/geohash'
import { mercator, type Tile } from '#lib/domain/geo/tile'

/** A rectangle in the square from 0 to 1 that the world fills in Mercator's projection. May reach beyond ±180°. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Width and height of a frame, in units of the picture. */
export const frameUnits = { width: 800, height: 500 }

/** The largest share of the frame that a cell fills. */
const cellShare = { width: 0.6, height: 0.56 }
/** The largest width and height at which a page may show the picture without empty edges, as multiples of the frame. */
const drawnTimes = { width: 1.4, height: 1.6 }

/** The cell, the frame that every picture of it shows, and the larger box that is drawn for wider or taller pictures. */
export type CellFrame = { cell: Box; frame: Box; drawn: Box; unitsPerWorld: number }

/** @param options.minWidth of the frame, as a part of the world's width */
export function frameCell(bounds: CellBounds, { minWidth = 0 } = {}): CellFrame {
  const cell = boxOf(bounds)
  const width = Math.max(
    minWidth,
    (cell.right - cell.left) / cellShare.width,
    (((cell.bottom - cell.top) / cellShare.height) * frameUnits.width) / frameUnits.height,
  )
  const size = { width, height: (width * frameUnits.height) / frameUnits.width }
  const x = (cell.left + cell.right) / 2
  const y = (cell.top + cell.bottom) / 2
  const around = (times: { width: number; height: number }): Box => ({
    left: x - (size.width * times.width) / 2,
    right: x + (size.width * times.width) / 2,
    top: y - (size.height * times.height) / 2,
    bottom: y + (size.height * times.height) / 2,
  })
  return {
    cell,
    frame: around({ width: 1, height: 1 }),
    drawn: around(drawnTimes),
    unitsPerWorld: frameUnits.width / width,
  }
}

export function boxOf({ south, west, north, east }: CellBounds): Box {
  const { x: left, y: top } = mercator(west, north)
  const { x: right, y: bottom } = mercator(east, south)
  return { left, top, right, bottom }
}

/** The zoom whose tiles have about as much detail as a frame can show: a tile is 512 pixels wide, a frame about 400. */
export function zoomOf({ frame }: Pick<CellFrame, 'frame'>, maxZoom: number): number {
  const zoom = Math.round(Math.log2(400 / 512 / (frame.right - frame.left)))
  return Math.max(0, Math.min(maxZoom, zoom))
}

/** The tiles that cover a box, each with the column it is drawn at: columns go on beyond the edge of the world. */
export function tilesIn({ left, top, right, bottom }: Box, z: number): { tile: Tile; column: number }[] {
  const count = 2 ** z
  const row = (y: number) => Math.max(0, Math.min(count - 1, Math.floor(y * count)))
  const found: { tile: Tile; column: number }[] = []
  for (let column = Math.floor(left * count); column <= Math.floor(right * count); column++)
    for (let y = row(top); y <= row(bottom); y++)
      found.push({ tile: { z, x: ((column % count) + count) % count, y }, column })
  return found
}
