import { expect, test } from 'vitest'
import type { Landmark } from './landmarks.ts'
import { searchLandmarks } from './search-landmarks.ts'

const bridge = {
  name: 'Ponte Vecchio',
  localName: 'Ponte Vecchio',
  names: ['bridge vecchio'],
  properNames: ['vecchio'],
  words: ' ponte vecchio bridge ',
  around: ' florence firenze italy it ',
  kind: 'bridge',
  country: 'IT',
  near: 'Florence',
  town: 'Florence',
  latitude: 43.768,
  longitude: 11.253,
} satisfies Landmark

test('all words have to fit, those of a town among them, and a repeated word counts once', () => {
  const namesOf = (query: string) => searchLandmarks(query, [bridge]).map(({ name }) => name)
  expect(namesOf('vecchio bridge florence')).toEqual(['Ponte Vecchio'])
  expect(namesOf(Array(40).fill('vecchio').join(' '))).toEqual(['Ponte Vecchio'])
  expect(namesOf('vecchio bridge berlin')).toEqual([])
  expect(namesOf('florence')).toEqual([])
})

test('a long query of a stranger costs no more than a short one: a landmark is left at the first word that it lacks', () => {
  let reads = 0
  const counted = {
    ...bridge,
    get words() {
      reads++
      return bridge.words
    },
  }
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
  searchLandmarks(letters.join(' '), [counted])
  expect(reads).toBe(0)
  searchLandmarks(['qq', ...letters.slice(0, 8)].join(' '), [counted])
  expect(reads).toBe(1)
})
