import { expect, test } from 'vitest'
import { acceptedFilms, filmNumbers } from './film-numbers.ts'

const film = (submission_id: string, bounty_id: string) => ({ submission_id, bounty: { bounty_id } })

test('films for one bounty are counted from the first, and a single one has no number', () => {
  const newestFirst = [film('d', 'x'), film('c', 'y'), film('b', 'x'), film('a', 'x')]
  expect(Object.fromEntries(filmNumbers(newestFirst))).toEqual({ a: 1, b: 2, d: 3 })
})

test('an own film that was accepted is known by its number to the others of its bounty', () => {
  const film = (submission_id: string, bounty_id: string, accepted = false) => ({
    submission_id,
    accepted,
    bounty: { bounty_id },
  })
  const films = [film('sub_3', 'bty_1', true), film('sub_2', 'bty_1'), film('sub_1', 'bty_2', true)]
  expect(acceptedFilms(films).get('bty_1')).toMatchObject({ number: 2, film: { submission_id: 'sub_3' } })
  // The only film of its bounty has no others to be told from.
  expect(acceptedFilms(films).has('bty_2')).toBe(false)
})
