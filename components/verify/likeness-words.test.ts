import { expect, test } from 'vitest'
import type { Likeness } from '#lib/client/find-likeness'
import { likenessWords } from './likeness-words.ts'

const alike = { is: 'alike', matches: [{ sha256: 'a'.repeat(64), similarityScore: 93 }] } satisfies Likeness
const all: Likeness[] = [alike, { is: 'none' }, { is: 'uniform' }, { is: 'unreadable' }]

test('a file that looks like an attested one follows its missing record without contradiction, and is told that nothing is proven about it', () => {
  const { title, meaning } = likenessWords(alike, 'photo')
  expect(title).toBe('A very similar photo or film has a record')
  expect(meaning).toContain('nothing is proven about it')
})

test('a match that the link is about is named so, and still proves nothing about the file', () => {
  const { title, meaning } = likenessWords(alike, 'photo', { linkedSha256: 'a'.repeat(64) })
  expect(title).toBe('It looks like the file of this link, but is another file')
  expect(meaning).toContain('nothing is proven about it')
  expect(meaning).toContain('the one that the link is about')
  expect(likenessWords(alike, 'photo', { linkedSha256: 'b'.repeat(64) })).toEqual(
    likenessWords(alike, 'photo'),
  )
})

test('several matches are spoken of in the plural', () => {
  const two = {
    ...alike,
    matches: ['a', 'b'].map((digit) => ({ sha256: digit.repeat(64), similarityScore: 93 })),
  }
  const { title, meaning } = likenessWords(two, 'film')
  expect(title).toBe('Very similar photos or films have records')
  expect(meaning).toContain('The records below belong to other files.')
})

test('a comparison without a match says which attested captures were not compared', () => {
  const { title, meaning } = likenessWords({ is: 'none' }, 'photo')
  expect(title).toContain('that could be compared')
  expect(meaning).toContain('AVIF')
})

test('a comparison without a match says that a damaged or edited copy may not be found', () => {
  expect(likenessWords({ is: 'none' }, 'photo').meaning).toContain(
    'damaged, edited, mirrored or strongly cropped may be missed',
  )
})

test('the text says that nothing similar was found only after a comparison without a match', () => {
  for (const likeness of all) {
    const { title } = likenessWords(likeness, 'film')
    expect(title.startsWith('No similar')).toBe(likeness.is === 'none')
    expect(title.startsWith('Not compared')).toBe(likeness.is === 'uniform' || likeness.is === 'unreadable')
  }
})

test('of a file that is cut off, it is not said that nothing of it can be read, because a part may be shown', () => {
  const { meaning } = likenessWords({ is: 'unreadable' }, 'photo', { isDamaged: true })
  expect(meaning).not.toContain('could not read')
  expect(meaning).toContain('damaged or incomplete, even if a part of it is shown')
  expect(meaning).toContain('Files on record may look like it all the same.')
})
