/** New captures, as the free interface reports them: the newest tree, and the cells of the public coverage. */
export type Live = {
  /** 0 before the first tree. */
  treeId: number
  leafCount: number
  anchoredAt: string | undefined
  cells: readonly string[]
}

/** What happened between two checks. `cells` got their first capture. */
export type News = { captures: number; cells: readonly string[]; at: string }

/** @returns `undefined` if nothing was anchored in between, so withdrawals alone are not news */
export function newsBetween(
  before: Live,
  now: Live,
  trees: readonly { treeId: number; leafCount: number }[],
) {
  if (now.treeId <= before.treeId) return undefined
  const known = new Set(before.cells)
  const captures = trees
    .filter(({ treeId }) => treeId > before.treeId)
    .reduce((sum, { leafCount }) => sum + leafCount, 0)
  // If there are too many cells, the service returns coarser ones, which are not new captures.
  const isSameSize = before.cells[0]?.length === now.cells[0]?.length || before.cells.length === 0
  return {
    captures,
    cells: isSameSize ? now.cells.filter((cell) => !known.has(cell)) : [],
    at: now.anchoredAt ?? '',
  } satisfies News
}
