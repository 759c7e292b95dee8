/**
 * Which nodes of a Merkle tree are drawn, and where. Nodes go by their place in the array of `MerkleTree`: 0 is the root,
 * node `i` has the children `2i + 1` and `2i + 2`, and leaf `k` of `n` is node `2n - 2 - k`.
 * The array holds the leaves backwards, so the second child is drawn on the left: the leaves then read from left to right.
 */
export type DrawnNode = {
  node: number
  /** 0 is the root's row. */
  row: number
  /** Middle of the node, from 0 (left edge) to 1 (right edge). */
  x: number
  /** `undefined` for the root. */
  parent: number | undefined
  /** Place in the order of leaves; `undefined` for an inner node. */
  leafIndex: number | undefined
  /** True on the path from the chosen leaf to the root, both included. */
  isOnPath: boolean
  /** Leaves below it that are not drawn. */
  hiddenLeaves: number
}

export type TreeDrawing = { rows: number; nodes: readonly DrawnNode[] }

/** Trees with up to this many leaves are drawn whole: each node then has 24 pixels on the narrowest screens. */
export const maxWholeLeaves = 12

/**
 * Draws a small tree whole, and of a large one the path from the chosen leaf to the root, with the sibling of every node on it. Nodes are
 * in row order, from left to right.
 */
export function drawTree({ leafCount, leafIndex }: { leafCount: number; leafIndex: number }): TreeDrawing {
  if (!Number.isInteger(leafIndex) || leafIndex < 0 || leafIndex >= leafCount)
    throw new RangeError(`leaf ${leafIndex} is not in a tree of ${leafCount}`)
  const path = pathOf(leafCount, leafIndex)
  const drawn = leafCount <= maxWholeLeaves ? drawWhole(leafCount, path) : drawPath(leafCount, path)
  const nodes = drawn.sort((a, b) => a.row - b.row || a.x - b.x)
  return { rows: nodes.at(-1)!.row + 1, nodes }
}

export type Step = 'up' | 'down' | 'left' | 'right'

/**
 * The drawn node one step away: up is the parent, left and right the neighbours in the row, down the child on the path, or else the left
 * child.
 *
 * @returns `undefined` if no node is drawn there
 */
export function stepFrom({ nodes }: TreeDrawing, node: number, step: Step): number | undefined {
  const from = nodes.find((item) => item.node === node)
  if (!from || step === 'up') return from?.parent
  if (step === 'down') {
    const children = nodes.filter((item) => item.parent === node)
    return (children.find((item) => item.isOnPath) ?? children[0])?.node
  }
  const row = nodes.filter((item) => item.row === from.row)
  return row[row.indexOf(from) + (step === 'left' ? -1 : 1)]?.node
}

/** The leftmost drawn leaf at or below a node. */
export function firstLeafBelow(leafCount: number, node: number): number {
  let at = node
  while (at < leafCount - 1) at = 2 * at + 2
  return 2 * leafCount - 2 - at
}

/** The number of leaves at or below a node. */
export function leavesBelow(leafCount: number, node: number): number {
  let count = 0
  let [first, last] = [node, node]
  while (first <= 2 * leafCount - 2) {
    const firstLeaf = Math.max(first, leafCount - 1)
    const lastLeaf = Math.min(last, 2 * leafCount - 2)
    count += Math.max(0, lastLeaf - firstLeaf + 1)
    first = 2 * first + 1
    last = 2 * last + 2
  }
  return count
}

function pathOf(leafCount: number, leafIndex: number): number[] {
  const path: number[] = []
  for (let node = 2 * leafCount - 2 - leafIndex; node > 0; node = (node - 1) >> 1) path.push(node)
  return [...path, 0].reverse()
}

function describe(leafCount: number, node: number, path: readonly number[]) {
  return {
    node,
    row: Math.floor(Math.log2(node + 1)),
    parent: node === 0 ? undefined : (node - 1) >> 1,
    leafIndex: node >= leafCount - 1 ? 2 * leafCount - 2 - node : undefined,
    isOnPath: path.includes(node),
  }
}

/** Leaves are at equal distances, and each other node is above the middle of its two children. */
function drawWhole(leafCount: number, path: readonly number[]): DrawnNode[] {
  const xs = new Map<number, number>()
  let taken = 0
  const place = (node: number): number => {
    const x =
      node >= leafCount - 1 ? (taken++ + 0.5) / leafCount : (place(2 * node + 2) + place(2 * node + 1)) / 2
    xs.set(node, x)
    return x
  }
  place(0)
  return [...xs].map(([node, x]) => ({ ...describe(leafCount, node, path), x, hiddenLeaves: 0 }))
}

function drawPath(leafCount: number, path: readonly number[]): DrawnNode[] {
  return path.flatMap((node) => {
    if (node === 0) return [{ ...describe(leafCount, 0, path), x: 0.5, hiddenLeaves: 0 }]
    return [node, node % 2 === 1 ? node + 1 : node - 1].map((item) => {
      const described = describe(leafCount, item, path)
      const isCollapsed = !described.isOnPath && described.leafIndex === undefined
      return {
        ...described,
        x: item % 2 === 0 ? 0.25 : 0.75,
        hiddenLeaves: isCollapsed ? leavesBelow(leafCount, item) : 0,
      }
    })
  })
}
