import { expect, test } from 'vitest'
import { filmNumbers } from './film-numbers.ts'

const film = (submission_id: string, bounty_id: string) => ({ submission_id, bounty: { bounty_id } })

test('films for one bounty are counted from the first, and a single one has no number', () => {
  const newestFirst = [film('d', 'x'), film('c', 'y'), film('b', 'x'), film('a', 'x')]
  expect(Object.fromEntries(filmNumbers(newestFirst))).toEqual({ a: 1, b: 2, d: 3 })
})
