import { expect, test } from 'vitest'
import { pageOf } from '#lib/schemas/cursor'

const write = (last: number) => `after ${last}`

test('a page has at most the rows that were asked for, and a cursor only if there are more', () => {
  expect(pageOf([1, 2, 3], 2, write)).toEqual({ page: [1, 2], next_cursor: 'after 2' })
  expect(pageOf([1, 2], 2, write)).toEqual({ page: [1, 2], next_cursor: null })
  expect(pageOf([], 2, write)).toEqual({ page: [], next_cursor: null })
})
