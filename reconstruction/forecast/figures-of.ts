import { firstGeometry, flatOrPanoramic } from '../cameras/gates.ts'
import type { ComparedPictures } from '../colmap/compared-pictures.ts'

/** The figures of a small comparison of a film's pictures, from which a model is forecast. Cairn reads these names. */
export type ForecastFigures = {
  /** Pictures that a model would be made from, and those that were compared. */
  expected: number
  frames: number
  /** Median number of points in a picture that can be recognised in another. */
  points: number
  /** Pairs that were compared, those with a common geometry, and among these those that also fit a plane or a rotation on the spot. */
  pairs: number
  linked: number
  flat: number
  /** Pictures that are connected by such pairs, counted in the largest group of each stretch. */
  chained: number
  /** Median number of points that fit the geometry of a linked pair of neighbours. */
  inliers: number
}

/** @param stretches names of the pictures of each stretch, in the order of the film */
export function figuresOf(
  stretches: readonly (readonly string[])[],
  { points, pairs }: ComparedPictures,
  expected: number,
): ForecastFigures {
  const names = stretches.flat()
  const linked = pairs.filter(({ config }) => config >= firstGeometry)
  const next = new Set(
    stretches.flatMap((stretch) => stretch.slice(1).map((name, index) => `${stretch[index]} ${name}`)),
  )
  const ofNeighbours = linked.filter(
    ({ one, other }) => next.has(`${one} ${other}`) || next.has(`${other} ${one}`),
  )
  return {
    expected,
    frames: names.length,
    points: median(names.map((name) => points.get(name) ?? 0)),
    pairs: pairs.length,
    linked: linked.length,
    flat: linked.filter(({ config }) => flatOrPanoramic.includes(config)).length,
    chained: stretches.reduce((sum, stretch) => sum + largestGroup(stretch, linked), 0),
    inliers: median(ofNeighbours.map(({ inliers }) => inliers)),
  }
}

/** The size of the largest connected group; a single picture does not count as a group. */
function largestGroup(names: readonly string[], links: ComparedPictures['pairs']): number {
  const groupOf = new Map(names.map((name, index) => [name, index]))
  for (const { one, other } of links) {
    const [from, to] = [groupOf.get(one), groupOf.get(other)]
    if (from === undefined || to === undefined || from === to) continue
    for (const [name, group] of groupOf) if (group === from) groupOf.set(name, to)
  }
  const sizes = new Map<number, number>()
  for (const group of groupOf.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const largest = Math.max(0, ...sizes.values())
  return largest > 1 ? largest : 0
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
