import { expect, test } from 'vitest'
import { firstOf, readDraft, readLink } from './use-draft.ts'

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

test('ignores an invalid cell, and leaves the draft unchanged for a link that has no text', () => {
  expect(readLink('?place=nowhere')).toEqual({ title: '', brief: '', place: undefined })
  expect(readLink('?clone=bty_1')).toBeUndefined()
  expect(readLink('')).toBeUndefined()
})

test('a draft started from a link survives a reload, and another link starts a new draft', () => {
  const search = 'place=u33db2&title=The+well'
  const kept = { title: 'The well', brief: 'Once around it.', place: 'u33', search }
  expect(firstOf({ search, given: undefined, kept })).toMatchObject({
    brief: 'Once around it.',
    place: 'u33',
  })
  expect(firstOf({ search: '', given: undefined, kept })).toMatchObject({ brief: 'Once around it.' })
  expect(firstOf({ search: 'title=The+arch', given: undefined, kept })).toEqual({
    title: 'The arch',
    brief: '',
    place: undefined,
  })
})

test('a draft keeps amount, days and network as typed, also values that the form refuses', () => {
  const search = 'place=u33db2&title=The+well'
  const order = { amount: '77', days: '12', network: 'eip155:5042' }
  const kept = readDraft(JSON.stringify({ title: 'The well', brief: '', place: 'u33', ...order, search }))
  expect(firstOf({ search, given: undefined, kept })).toMatchObject(order)
  expect(firstOf({ search: '', given: undefined, kept })).toMatchObject(order)
  expect(readDraft('{"amount":"","days":"400"}')).toMatchObject({ amount: '', days: '400' })
  expect(readDraft('{"amount":60,"days":null}')).toMatchObject({ amount: undefined, days: undefined })
  expect(readDraft('not JSON')).toEqual({ title: '', brief: '' })
})

test('a copy keeps its amount and network when its words were changed', () => {
  const given = { title: 'The well', brief: 'Once around.', amount: '60', network: 'eip155:5042' }
  const search = 'clone=bty_1'
  const other = { title: 'Else', brief: 'Something else.' }
  expect(firstOf({ search, given, kept: other })).toEqual(given)
  const changed = { title: 'The old well', brief: 'Twice around.', search }
  expect(firstOf({ search, given, kept: changed })).toMatchObject({ title: 'The old well', amount: '60' })
  const dearer = { ...changed, amount: '90' }
  expect(firstOf({ search, given, kept: dearer })).toMatchObject({ amount: '90', network: 'eip155:5042' })
})
