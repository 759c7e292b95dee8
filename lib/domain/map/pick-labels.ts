import { type CellFrame, frameUnits } from '#lib/domain/map/cell-frame'
import { creditY, lightUnits, type MapLabel, nameSizes, unitRect } from '#lib/domain/map/draw-cell'
import type { Rect } from '#lib/domain/map/svg-path'

const mostLabels = 6
/** Width of a character on average, as a share of the size of the text, and the height of a line. */
const character = 0.64
const line = 1.25
/** Half the width of a dot and the room around it. */
const dotUnits = 10
/** Width of the attribution line, in units. */
const creditWidth = 500
const creditTop = creditY - 40
/** The part of the frame that is still visible on pages that crop the picture until it is twice as wide as high. */
const inSight: Rect = { left: 12, top: 56, right: frameUnits.width - 12, bottom: frameUnits.height - 56 }
/** The largest town within this distance of the cell is named first: it says where the cell is. */
const nearUnits = 90

type Place = {
  name: string
  x: number
  y: number
  /** The number of digits of its population. */
  size: number
  /** 0 for the largest of its tile, or for the most important kind of place. */
  rank: number
}

/**
 * Chooses the names to write on an overview, the largest places first. No name overlaps another name, the cell or the edge of the map.
 *
 * @param town the one in the name of the cell. It comes first, so that the map does not seem to be of a larger town nearby.
 */
export function pickLabels(frame: CellFrame, places: readonly Place[], town?: Place): MapLabel[] {
  const cell = unitRect(frame, frame.cell)
  const [x, y] = [(cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2]
  const mark: Rect = {
    left: Math.min(cell.left - 4, x - lightUnits),
    top: Math.min(cell.top - 4, y - lightUnits),
    right: Math.max(cell.right + 4, x + lightUnits),
    bottom: Math.max(cell.bottom + 4, y + lightUnits),
  }
  const others = places.filter(({ name }) => name !== town?.name)
  const sorted = others.toSorted((a, b) => b.size - a.size || a.rank - b.rank)
  const nearest = town ?? sorted.find((place) => Math.hypot(place.x - x, place.y - y) < nearUnits)
  const inOrder = nearest ? [nearest, ...sorted.filter((other) => other !== nearest)] : sorted
  return fitting(inOrder, (place, size) => sidesOf(place, mark, size), [mark])
}

/** A name on a map of streets may stand this far from the middle of its place, to be in sight. */
const mostShift = 80

/** The names that are written on a map of streets: each in the middle of its place, which has no dot, and also over the cell. */
export function pickStreetLabels(places: readonly Place[]): MapLabel[] {
  const sorted = places.toSorted((a, b) => a.rank - b.rank)
  return fitting(sorted, inTheMiddle, [])
}

function inTheMiddle({ name, x, y }: Place, size: number): Candidate[] {
  const [width, height] = [name.length * character * size, line * size]
  const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
  const middle = between(inSight.left + width / 2, x, inSight.right - width / 2)
  const top = between(inSight.top, y - height / 2, creditTop - height)
  if (Math.hypot(middle - x, top + height / 2 - y) > mostShift) return []
  return [
    {
      label: { name, dot: undefined, textX: middle, textY: top, side: 'below' },
      box: { left: middle - width / 2, right: middle + width / 2, top, bottom: top + height },
    },
  ]
}

type Candidate = { label: MapLabel; box: Rect }

/** The first candidates of each place that are in sight, and neither over each other, nor over the credit or what is `taken`. */
function fitting(
  places: readonly Place[],
  candidatesOf: (place: Place, size: number) => Candidate[],
  taken: readonly Rect[],
): MapLabel[] {
  const credit = {
    left: (frameUnits.width - creditWidth) / 2,
    // The credit may be at the right.
    right: frameUnits.width,
    top: creditTop,
    bottom: frameUnits.height,
  }
  const full = [...taken, credit]
  const picked: MapLabel[] = []
  for (const place of places) {
    const found = candidatesOf(place, nameSizes(picked.length)).find(
      ({ box }) => contains(inSight, box) && !full.some((other) => overlaps(other, box)),
    )
    if (!found) continue
    full.push(found.box)
    picked.push(found.label)
    if (picked.length === mostLabels) break
  }
  return picked
}

/** A name stands beside its dot or below it, or below the mark of the cell if that covers the dot. */
function sidesOf({ name, x, y }: Place, mark: Rect, size: number): Candidate[] {
  const [width, height] = [name.length * character * size, line * size]
  const around = (left: number, right: number, top: number, bottom: number): Rect => ({
    left,
    right,
    top,
    bottom,
  })
  const below = (top: number) => ({ name, textX: x, textY: top, side: 'below' as const })
  const isCovered = x > mark.left && x < mark.right && y > mark.top && y < mark.bottom
  if (isCovered)
    return [
      {
        label: { ...below(mark.bottom), dot: undefined },
        box: around(x - width / 2, x + width / 2, mark.bottom, mark.bottom + height),
      },
    ]
  const dot = { x, y }
  const beside = { name, dot, textY: y }
  return [
    {
      label: { ...beside, textX: x + 12, side: 'right' },
      box: around(x - dotUnits, x + 12 + width, y - height / 2, y + height / 2),
    },
    {
      label: { ...beside, textX: x - 12, side: 'left' },
      box: around(x - 12 - width, x + dotUnits, y - height / 2, y + height / 2),
    },
    {
      label: { ...below(y + 6), dot },
      box: around(x - width / 2, x + width / 2, y - dotUnits, y + 6 + height),
    },
  ]
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  )
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
