import { type CellFrame, frameUnits } from '#lib/domain/map/cell-frame'
import { creditY, type MapLabel, unitRect } from '#lib/domain/map/draw-cell'
import type { Rect } from '#lib/domain/map/svg-path'

const mostLabels = 6
/** Size of a name's box in units: the height of a line, and the width of a character on average. */
const line = { height: 30, perCharacter: 14 }
/** Width of the attribution line, in units. */
const creditWidth = 330
/** The ring around a cell that is too small to be seen. */
const ringUnits = 34

/** The names that are written on an overview: the largest places first, none over another, over the cell or over the edge. */
export function pickLabels(
  frame: CellFrame,
  places: readonly { name: string; x: number; y: number; rank: number }[],
): MapLabel[] {
  const cell = unitRect(frame, frame.cell)
  const [x, y] = [(cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2]
  const taken: Rect[] = [
    {
      left: Math.min(cell.left - 4, x - ringUnits),
      top: Math.min(cell.top - 4, y - ringUnits),
      right: Math.max(cell.right + 4, x + ringUnits),
      bottom: Math.max(cell.bottom + 4, y + ringUnits),
    },
    boxAround(frameUnits.width / 2, creditY - line.height / 4, creditWidth),
  ]
  const picked: MapLabel[] = []
  for (const place of places.toSorted((a, b) => a.rank - b.rank)) {
    const found = sidesOf(place).find(
      ({ box }) => isInFrame(box) && !taken.some((other) => overlaps(other, box)),
    )
    if (!found) continue
    taken.push(found.box)
    picked.push(found.label)
    if (picked.length === mostLabels) break
  }
  return picked
}

/** A name stands beside its dot, below it, or farther below where the dot is on the ring of the cell. */
function sidesOf({ name, x, y }: { name: string; x: number; y: number }): { label: MapLabel; box: Rect }[] {
  const width = name.length * line.perCharacter
  const below = (by: number) => ({
    label: { name, x, y, textX: x, textY: y + by, anchor: 'middle' as const },
    box: boxAround(x, y + by, width),
  })
  const beside = { name, x, y, textX: x + 11, textY: y, anchor: 'start' as const }
  return [
    { label: beside, box: boxAround(x + 3 + width / 2, y, width + 18) },
    below(line.height * 0.8),
    below(line.height * 2),
  ]
}

function boxAround(x: number, y: number, width: number): Rect {
  return {
    left: x - width / 2,
    right: x + width / 2,
    top: y - line.height / 2,
    bottom: y + line.height / 2,
  }
}

function isInFrame({ left, top, right, bottom }: Rect): boolean {
  return left >= 0 && top >= 0 && right <= frameUnits.width && bottom <= frameUnits.height
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
