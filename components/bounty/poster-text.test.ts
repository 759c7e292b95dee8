import { expect, test } from 'vitest'
import { posterText } from './poster-text.ts'

test.each([
  [{ accepted: 0, cancelled: 0, expired_with_submissions: 0 }, 'New poster'],
  [{ accepted: 1, cancelled: 0, expired_with_submissions: 0 }, 'Poster: paid for 1 film'],
  [
    { accepted: 3, cancelled: 2, expired_with_submissions: 1 },
    'Poster: paid for 3 films, cancelled 2 bounties, let 1 expire with films',
  ],
])('a record %j reads %s', (record, text) => {
  expect(posterText(record)).toBe(text)
})
