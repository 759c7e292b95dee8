import { expect, test } from 'vitest'
import { insideFirst, placeBadge } from './place-badge.ts'

test('a bounty in the area, beside it and far from it each have their words', () => {
  expect(placeBadge('srb0br', 'srb0')).toEqual({ text: 'In this area', isDistance: false })
  expect(placeBadge('spzbpz', 'srb0')).toEqual({ text: 'Near this area', isDistance: false })
  expect(placeBadge('u33db2', 'srb0')).toMatchObject({
    text: expect.stringMatching(/ km$/),
    isDistance: true,
  })
  expect(placeBadge('u33db2', { latitude: 43.77, longitude: 11.25 })).toMatchObject({ isDistance: true })
})

test('without a place of the bounty or of the reader nothing is said', () => {
  expect(placeBadge(null, 'srb0')).toBeUndefined()
  expect(placeBadge('srb0br', undefined)).toBeUndefined()
})

test('bounties in the area stand before those near it, otherwise in their order', () => {
  const entries = ['spzbpz', 'srb0br', 'u33db2', 'srb0bx', null].map((geohash) => ({ geohash }))
  expect(insideFirst(entries, 'srb0').map(({ geohash }) => geohash)).toEqual([
    ...['srb0br', 'srb0bx', 'spzbpz', 'u33db2', null],
  ])
  expect(insideFirst(entries, undefined)).toEqual(entries)
})
