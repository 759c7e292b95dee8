import { expect, test } from 'vitest'
import type { Likeness } from '#lib/client/find-likeness'
import { likenessWords } from './likeness-words.ts'

const alike: Likeness = { is: 'alike', matches: [{ sha256: 'a'.repeat(64), similarityScore: 93 }] }
const all: Likeness[] = [alike, { is: 'none' }, { is: 'uniform' }, { is: 'unreadable' }]

test('a file that looks like an attested one follows its missing record without contradiction, and is told that nothing is proven about it', () => {
  const { title, meaning } = likenessWords(alike, 'photo')
  expect(title).toBe('A very similar photo or film has a record')
  expect(meaning).toContain('nothing is proven about it')
})

test('a comparison without a match says which attested captures were not compared', () => {
  const { title, meaning } = likenessWords({ is: 'none' }, 'photo')
  expect(title).toContain('that could be compared')
  expect(meaning).toContain('AVIF')
})

test('the text says "no attested capture" only after a comparison without a match', () => {
  for (const likeness of all) {
    const { title } = likenessWords(likeness, 'film')
    expect(title.startsWith('No attested')).toBe(likeness.is === 'none')
    expect(title.startsWith('Not compared')).toBe(likeness.is === 'uniform' || likeness.is === 'unreadable')
  }
})
