import { expect, test } from 'vitest'
import { readLink } from './use-draft.ts'

test('a link fills the form', () => {
  expect(
    readLink('?place=U33DB2WXYZ&title=The%20well&brief=Once%20around.%0A%0APlace:%20geohash%20ezs4'),
  ).toEqual({
    title: 'The well',
    brief: 'Once around.',
    place: 'u33db2',
  })
  expect(readLink('?brief=Once%20around.%0A%0APlace:%20geohash%20ezs4')).toEqual({
    title: '',
    brief: 'Once around.',
    place: 'ezs4',
  })
})

test('what is no cell chooses none, and a link without words leaves the draft alone', () => {
  expect(readLink('?place=nowhere')).toEqual({ title: '', brief: '', place: undefined })
  expect(readLink('?clone=bty_1')).toBeUndefined()
  expect(readLink('')).toBeUndefined()
})
