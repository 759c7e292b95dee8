import { expect, test } from 'vitest'
import { instructionsOf } from './card-facts.ts'

const brief = 'Once around the well.\nPlace: geohash u33db2\nBy day.'

test('the place line is no instruction where the place is shown, and stays where no place is stored', () => {
  expect(instructionsOf({ brief, geohash: 'u33db2' })).toBe('Once around the well.\nBy day.')
  expect(instructionsOf({ brief, geohash: null })).toBe(brief)
})
