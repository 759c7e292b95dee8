import { expect, test } from 'vitest'
import { unbrokenDates } from './unbroken-dates.ts'

test('a date and a time with its zone do not break over two lines, and the words around them may', () => {
  expect(unbrokenDates('File names another time, 26 May 2014 and 3 Sept 2015')).toBe(
    'File names another time, 26\u00a0May\u00a02014 and 3\u00a0Sept\u00a02015',
  )
  expect(unbrokenDates('since 29 Nov 2026, 13:25 UTC, when')).toBe(
    'since 29\u00a0Nov\u00a02026, 13:25\u00a0UTC, when',
  )
  expect(unbrokenDates('14 files in 2014')).toBe('14 files in 2014')
})
