import { expect, test } from 'vitest'
import { publicBrief, publicTitle } from '#lib/domain/bounty/public-words'

test('a title is one visible line without exact positions', () => {
  expect(publicTitle('The well\u202e at\n43.77312345, 11.25498765 (geohash srb1008uvcq)')).toBe(
    'The well at geohash srb100 (geohash srb100)',
  )
  expect(publicTitle('\u200b')).toBe('Untitled')
})

test('a brief has neither an exact place line nor an exact position in its words', () => {
  expect(publicBrief(' Stand at lat 43.77312, lon 11.25498.\r\nPlace: 43.77312345 11.25498765 ')).toBe(
    'Stand at geohash srb100.\nPlace: geohash srb100',
  )
  expect(publicBrief('Film it.\nPlace: the well (43.77312345 11.25498765)')).toBe(
    'Film it.\nPlace: the well (geohash srb100)',
  )
})
