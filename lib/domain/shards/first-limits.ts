import type { CellRun } from '#lib/domain/geo/cell-runs'

/** How many cells of an area each shard has: a cell belongs to the shard of its remainder. */
export function cellsPerShard(runs: readonly CellRun[], count: number): number[] {
  const cells = Array.from({ length: count }, () => 0)
  for (const [low, high] of runs) {
    const length = high - low + 1
    for (let place = 0; place < count; place += 1) {
      const first = (place - (low % count) + count) % count
      cells[place]! += Math.floor((length - first + count - 1) / count)
    }
  }
  return cells
}

/** The smallest number of rows that a shard is asked for. Asking for fewer would not be cheaper. */
const leastRows = 64
/** Standard deviations added to each part, because a few cells contain most rows of a city, so some shards have more than their share. */
const margin = 3

/**
 * How many rows each shard is asked for first: its part of the answer, if rows were spread as cells are, and a margin of the binomial
 * distribution of cells over shards. The limit is 0 for a shard without cells of the area, and the whole answer for one that has all of them.
 *
 * @param cells the cells of the area by shard
 * @param limit the rows of the answer
 */
export function firstLimits(cells: readonly number[], limit: number): number[] {
  const all = cells.reduce((sum, each) => sum + each, 0)
  return cells.map((each) => {
    if (each === 0) return 0
    const part = each / all
    const deviation = Math.sqrt((part * (1 - part)) / all)
    return Math.min(limit, Math.max(leastRows, Math.ceil(limit * (part + margin * deviation))))
  })
}
