import { expect, test } from 'vitest'
import { treeAndLeafText } from './capture-words.ts'

test('a leaf has the number that the page of its tree gives it', () => {
  expect(treeAndLeafText(1, 18)).toBe('tree 1, leaf 19 (index 18)')
  expect(treeAndLeafText(2, null)).toBe('tree 2')
})
