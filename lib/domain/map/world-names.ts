import { mercator } from '#lib/domain/geo/tile'
import { type WorldFrame, worldSize } from '#lib/domain/map/world-frame'

type City = { name: string; longitude: number; latitude: number }

/** A name on a still picture of the world. Positions are shares of the square of the world. */
export type WorldName = {
  name: string
  x: number
  y: number
  /** True if the name is shown only on wide maps. Narrow ones have no room for it. */
  isForWide: boolean
}

/** What a still picture of the world shows. Points of light are positions as shares of the square of the world. */
export type WorldPicture = {
  frame: WorldFrame
  lights: readonly { x: number; y: number }[]
  names: readonly WorldName[]
}

/**
 * Names are chosen for two sizes of map, in pixels: a narrow one, as on a phone, and a wide one. If they do not overlap there, they
 * do not overlap on larger maps. A larger map shows more of the world, so names are chosen within `reach` around the centre.
 */
const maps = [
  { isForWide: false, room: { width: 340, height: 230 }, reach: { width: 600, height: 500 } },
  { isForWide: true, room: { width: 700, height: 520 }, reach: { width: 2_200, height: 1_400 } },
]
/** Size of a name in pixels: of a character on average, and of the line with the room around it. */
const character = 9
const lineHeight = 32
/** A name stands this far above its city. */
const nameAbove = 14
const textHeight = 13
const lightRadius = 4
const mostNames = 50

/**
 * The names that a still picture of the world shows, none over another, over a point of light or across the edge of the world.
 *
 * @param cities the most important first
 * @param lights positions of the points of light, as shares of the square of the world
 */
export function chooseNames(
  frame: WorldFrame,
  cities: readonly City[],
  lights: readonly { x: number; y: number }[],
): WorldName[] {
  const centre = mercator(frame.longitude, frame.latitude)
  const chosen: WorldName[] = []
  for (const { isForWide, room, reach } of maps) {
    const size = worldSize(frame, room)
    const isFree = (one: { x: number; y: number; name: string }) => {
      const half = (one.name.length * character) / 2 / size
      const isInside = one.x - half > 0 && one.x + half < 1
      const isOver = (other: WorldName) =>
        Math.abs(other.x - one.x) < half + (other.name.length * character) / 2 / size &&
        Math.abs(other.y - one.y) * size < lineHeight
      return (
        isInside &&
        !chosen.some(isOver) &&
        !lights.some(
          ({ x, y }) =>
            Math.abs(x - one.x) < half + lightRadius / size &&
            Math.abs((y - one.y) * size + nameAbove) < textHeight / 2 + lightRadius,
        )
      )
    }
    for (const { name, longitude, latitude } of cities) {
      if (chosen.length >= mostNames) break
      const at = mercator(longitude, latitude)
      const isNear =
        Math.abs(at.x - centre.x) * size < reach.width / 2 &&
        Math.abs(at.y - centre.y) * size < reach.height / 2
      if (isNear && isFree({ ...at, name })) chosen.push({ name, x: round(at.x), y: round(at.y), isForWide })
    }
  }
  return chosen
}

/** A tenth of a pixel at the largest size. */
function round(share: number): number {
  return Math.round(share * 40_960) / 40_960
}
