import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leafDepth } from '#lib/domain/proof/proof'
import {
  drawTree,
  firstLeafBelow,
  leavesBelow,
  maxWholeLeaves,
  stepFrom,
} from '#lib/domain/proof/tree-drawing'

const chosen = (most: number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((leafCount) => fc.record({ leafCount: fc.constant(leafCount), leafIndex: fc.nat(leafCount - 1) }))

/** The side of each pair on which the path from a leaf to the root runs, leaf first. */
function pathSides(leafCount: number, leafIndex: number): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = []
  for (let node = 2 * leafCount - 2 - leafIndex; node > 0; node = (node - 1) >> 1)
    sides.push(node % 2 === 1 ? 'left' : 'right')
  return sides
}

describe('a drawn tree', () => {
  test('shows every leaf once, drawn or counted among those hidden', () => {
    fc.assert(
      fc.property(chosen(5_000), (input) => {
        const { nodes } = drawTree(input)
        const drawnLeaves = nodes.filter(({ leafIndex }) => leafIndex !== undefined).length
        const hidden = nodes.reduce((sum, { hiddenLeaves }) => sum + hiddenLeaves, 0)
        expect(drawnLeaves + hidden).toBe(input.leafCount)
        if (input.leafCount <= maxWholeLeaves) expect(hidden).toBe(0)
      }),
    )
  })

  test('joins every node but the root to a drawn parent in the row above, and never lays two on one spot', () => {
    fc.assert(
      fc.property(chosen(5_000), (input) => {
        const { nodes, rows } = drawTree(input)
        const byNode = new Map(nodes.map((item) => [item.node, item]))
        expect(byNode.size).toBe(nodes.length)
        for (const { node, parent, row, x } of nodes) {
          expect(x).toBeGreaterThan(0)
          expect(x).toBeLessThan(1)
          if (node === 0) expect(parent).toBeUndefined()
          else expect(byNode.get(parent!)!.row).toBe(row - 1)
        }
        for (let row = 0; row < rows; row++) {
          const xs = nodes.filter((item) => item.row === row).map(({ x }) => x)
          for (const [at, x] of xs.slice(1).entries())
            expect(x - xs[at]!).toBeGreaterThan(0.9 / maxWholeLeaves)
        }
      }),
    )
  })

  test('marks the path of a proof from the root to its leaf', () => {
    fc.assert(
      fc.property(chosen(5_000), (input) => {
        const drawing = drawTree(input)
        const path = drawing.nodes.filter(({ isOnPath }) => isOnPath)
        expect(path.map(({ row }) => row)).toEqual(path.map((_, row) => row))
        expect(path).toHaveLength(leafDepth(input.leafCount, input.leafIndex)! + 1)
        expect(path.at(-1)!.leafIndex).toBe(input.leafIndex)
        const sides = path.slice(1).map(({ node, row, x }) => {
          const sibling = drawing.nodes.find(
            (item) => item.row === row && item.node === (node % 2 ? node + 1 : node - 1),
          )!
          return x > sibling.x ? 'left' : 'right'
        })
        // Mirrored: the array holds the leaves backwards.
        expect(sides.toReversed()).toEqual(pathSides(input.leafCount, input.leafIndex))
        const onOneRow = drawing.nodes.filter(
          ({ leafIndex, row }) => leafIndex !== undefined && row === drawing.rows - 1,
        )
        const order = onOneRow.map(({ leafIndex }) => leafIndex!)
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
    )
  })

  test('can be walked from the root to every node it shows, and back up', () => {
    fc.assert(
      fc.property(chosen(300), (input) => {
        const drawing = drawTree(input)
        const reached = new Set([0])
        for (const node of reached)
          for (const step of ['down', 'left', 'right'] as const) {
            const next = stepFrom(drawing, node, step)
            if (next !== undefined) reached.add(next)
          }
        expect(reached.size).toBe(drawing.nodes.length)
        for (const { node, parent } of drawing.nodes) expect(stepFrom(drawing, node, 'up')).toBe(parent)
      }),
    )
  })

  test('refuses a leaf that the tree does not have', () => {
    for (const leafIndex of [-1, 3, 0.5, Number.NaN])
      expect(() => drawTree({ leafCount: 3, leafIndex })).toThrow(RangeError)
  })
})

test('leaves below a node are counted as walking there counts them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (leafCount, seed) => {
      const node = seed % (2 * leafCount - 1)
      const walk = (at: number): number[] =>
        at >= leafCount - 1 ? [2 * leafCount - 2 - at] : [...walk(2 * at + 2), ...walk(2 * at + 1)]
      expect(leavesBelow(leafCount, node)).toBe(walk(node).length)
      expect(firstLeafBelow(leafCount, node)).toBe(walk(node)[0])
    }),
  )
})
