import { expect, test } from 'vitest'
import type { SearchAnswer, SearchMatch } from '#lib/schemas/trees'
import { addressOf, listKinds, onlyAddress } from './search-words.ts'

const match = (of: Partial<SearchMatch> = {}) =>
  ({ kind: 'leaf', tree_id: 7, leaf_hash: '0xab', ...of }) as SearchMatch
const answer = (...matches: SearchMatch[]) => ({ matches }) as SearchAnswer

test('a match leads to its tree and leaf, and one without a tree nowhere', () => {
  expect(addressOf(match())).toBe('/trees/7?leaf=0xab&found=leaf')
  expect(addressOf(match({ kind: 'root', leaf_hash: null }))).toBe('/trees/7?found=root')
  expect(addressOf(match({ tree_id: null }))).toBeUndefined()
})

test('only a single match is opened without asking', () => {
  expect(onlyAddress(answer(match()))).toBe('/trees/7?leaf=0xab&found=leaf')
  expect(onlyAddress(answer(match(), match({ kind: 'root' })))).toBeUndefined()
  expect(onlyAddress(answer())).toBeUndefined()
})

test('kinds are listed as a sentence', () => {
  expect(listKinds([])).toBe('')
  expect(listKinds(['root'])).toBe('root')
  expect(listKinds(['fingerprint', 'leaf', 'root'])).toBe('fingerprint (SHA-256), leaf or root')
})
