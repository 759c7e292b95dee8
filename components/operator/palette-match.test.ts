import { expect, test } from 'vitest'
import { areBetterNamed, matchedTerms, matching } from './palette-match.ts'

const freeze = { text: 'Freeze the service', words: 'pause stop halt' }

test('something is found by its name and by its other terms', () => {
  expect(['freeze', 'stop', 'pau serv'].map((typed) => matching(typed)(freeze))).toEqual([true, true, true])
  expect(matching('stop bounties')(freeze)).toBe(false)
  const bounties = { text: 'Bounties', words: 'escrow' }
  expect(matching('bounty')(bounties)).toBe(true)
  expect(matchedTerms('bounty', bounties)).toBe('')
})

test('only a term that the name does not show is given as the reason', () => {
  expect(matchedTerms('stop', freeze)).toBe('stop')
  expect(matchedTerms('freeze', freeze)).toBe('')
  expect(matchedTerms('', freeze)).toBe('')
})

test('what has the typed name comes before what is found by another term', () => {
  const pages = [{ text: 'Overview', words: 'status freeze' }]
  expect(areBetterNamed('freeze', [freeze], pages)).toBe(true)
  expect(areBetterNamed('stop', [freeze], pages)).toBe(false)
  expect(areBetterNamed('freeze', [freeze], [{ text: 'Freezes', words: '' }])).toBe(false)
})
