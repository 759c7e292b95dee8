import { expect, test } from 'vitest'
import { type Live, newsBetween } from './live.ts'

const before: Live = { treeId: 3, leafCount: 8, anchoredAt: '2026-01-01T00:00:00Z', cells: ['u33d', 'spzc'] }
const trees = [
  { treeId: 5, leafCount: 1 },
  { treeId: 4, leafCount: 2 },
  { treeId: 3, leafCount: 8 },
]

test('new trees are told with their captures, and with the cells that had none before', () => {
  const now = { ...before, treeId: 5, anchoredAt: '2026-01-01T00:05:00Z', cells: ['spzc', 'u09t', 'u33d'] }
  expect(newsBetween(before, now, trees)).toEqual({
    captures: 3,
    cells: ['u09t'],
    at: '2026-01-01T00:05:00Z',
  })
})

test('without a new tree there is no news, whatever the coverage says', () => {
  expect(newsBetween(before, { ...before, cells: ['u33d', 'u09t'] }, trees)).toBeUndefined()
})

test('cells of another size are not compared', () => {
  const now = { ...before, treeId: 4, cells: ['u33', 'spz', 'u09'] }
  expect(newsBetween(before, now, trees)?.cells).toEqual([])
})
