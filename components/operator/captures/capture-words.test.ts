import { expect, test } from 'vitest'
import { captureMarks, treeAndLeafText } from './capture-words.ts'

test('a leaf has the number that the page of its tree gives it', () => {
  expect(treeAndLeafText(1, 18)).toBe('tree 1, leaf 19 (index 18)')
  expect(treeAndLeafText(2, null)).toBe('tree 2')
})

test('only captures that are sold have a tick', () => {
  const ticked = Object.entries(captureMarks).filter(([, mark]) => mark === 'done')
  expect(ticked.map(([state]) => state)).toEqual(['observed'])
})
