import { expect, test } from 'vitest'
import { type ExploreState, emptyState } from '#lib/client/explore-url'
import { captureLink } from './capture-link.ts'
import {
  anyTime,
  areaWords,
  isAnyTime,
  km2Words,
  latLon,
  ownedWords,
  periodWords,
  titleOf,
  windowProblem,
} from './words.ts'

const square: [number, number][] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]
const title = (window: ExploreState['window'], limit = 100) =>
  titleOf({
    area: { type: 'circle', centre: [2.2945, 48.8584], radiusM: 800 },
    window,
    limit,
  } as ExploreState)

test('a position is written latitude first', () =>
  expect(latLon([2.29451234, 48.8584])).toBe('48.8584, 2.29451'))

test('an area is told by its size and place', () => {
  expect(areaWords({ type: 'circle', centre: [2, 48], radiusM: 1_500 })).toBe(
    'Radius of 1,500 m around 48, 2',
  )
  expect(areaWords({ type: 'polygon', rings: [square] })).toBe('Polygon of 3 corners, from 0, 0')
  expect(areaWords({ type: 'polygon', rings: [square, square, square] })).toContain('with 2 holes')
})

test('a window says its days, and an open one where it starts or ends', () => {
  expect(title({ is: 'last', days: 1 })).toMatch(/, last 24 hours$/)
  expect(title({ is: 'last', days: 365 })).toMatch(/, last 365 days$/)
  expect(title({ is: 'last', days: 30 }, 5)).toMatch(/, last 30 days, at most 5$/)
  const from = '2026-01-01T00:00Z'
  const to = '2026-01-02T00:00Z'
  expect(title({ is: 'between', from, to })).toMatch(/, 2026-01-01 00:00 to 2026-01-02 00:00 UTC$/)
  expect(title({ is: 'between', from, to: '' } as ExploreState['window'])).toMatch(
    /, since 2026-01-01 00:00 UTC$/,
  )
  expect(title({ is: 'between', from: '', to } as ExploreState['window'])).toMatch(/, seven days until /)
})

test('a search with a known place is named by it and its size, without coordinates', () => {
  const state = { ...emptyState, window: anyTime }
  expect(
    titleOf({ ...state, area: { type: 'circle', centre: [2, 48], radiusM: 1_500 } }, 'Ponte Vecchio'),
  ).toBe('Ponte Vecchio: radius 1,500 m, any time')
  expect(titleOf({ ...state, area: { type: 'polygon', rings: [square] } }, 'Oltrarno, Florence')).toBe(
    'Oltrarno, Florence: outline of 3 corners, any time',
  )
})

test('captures that the reader already has are named with their period, if they have one', () => {
  const owned = { window: undefined, answer: undefined }
  expect(ownedWords({ ...owned, count: 4, inAnswer: 4, window: { is: 'last', days: 7 } })).toEqual({
    has: 'You already have 4 captures of this area from the last 7 days.',
    adds: 'This search may add older ones, or none.',
    show: 'Show them, free',
  })
  expect(ownedWords({ ...owned, count: 1, inAnswer: 1 })).toMatchObject({
    has: 'You already have 1 capture of this area from past searches.',
    show: 'Show it, free',
  })
  expect(ownedWords({ ...owned, count: 5, inAnswer: 3 }).show).toBe('Show 3 of them, free')
})

test('a period is named inside a sentence, and only one without a start and an end is any time', () => {
  expect(periodWords({ is: 'last', days: 1 })).toBe('the last 24 hours')
  expect(periodWords({ is: 'last', days: 7 })).toBe('the last 7 days')
  expect(periodWords({ is: 'between', from: '2026-01-01T00:00Z', to: undefined })).toBe('the chosen period')
  expect(periodWords(anyTime)).toBe('any time')
  expect(isAnyTime(anyTime)).toBe(true)
  expect(isAnyTime({ ...anyTime, to: '2026-01-02T00:00Z' } as ExploreState['window'])).toBe(false)
  expect(isAnyTime({ is: 'last', days: 365 })).toBe(false)
})

test('a window that ends before it starts, or has not begun, has a problem that names its field, and no other window has one', () => {
  const problem = (from?: string, to?: string) =>
    windowProblem({ is: 'between', from, to }, new Date('2026-03-01T12:00Z'))
  expect(problem('2026-03-01T00:00Z', '2026-02-01T00:00Z')).toBe('From must be before To.')
  expect(problem('2026-03-01T12:01Z')).toBe('From must be in the past.')
  expect(problem('2026-02-01T00:00Z', '2026-02-01T00:00Z')).toBe('')
  expect(problem('2026-03-02T00:00Z', '2026-03-03T00:00Z')).toBe('From must be in the past.')
  expect(problem('2026-02-01T00:00Z', '2026-03-03T00:00Z')).toBe('')
  expect(problem(undefined, '2026-03-08T12:00Z')).toBe('')
  expect(problem(undefined, '2026-03-08T12:01Z')).toBe('To is more than seven days away: set From too.')
  expect(problem(undefined, '2026-02-01T00:00Z')).toBe('')
  expect(problem('2026-03-01T12:00Z')).toBe('')
  expect(windowProblem({ is: 'last', days: 1 }, new Date())).toBe('')
})

test('a small area keeps its digits', () => {
  expect([0.0123, 5.678, 123.45].map(km2Words)).toEqual(['0.0123 km²', '5.68 km²', '123.5 km²'])
})

test('a bounty for an empty cell names the cell, and no position', () => {
  const link = new URL(captureLink({ cell: 'u09tun' }, 'Central Paris'), 'http://localhost')
  expect(link.pathname).toBe('/bounties/new')
  expect(link.searchParams.get('place')).toBe('u09tun')
  expect([...link.searchParams.keys()].sort()).toEqual(['brief', 'place', 'title'])
  expect(link.searchParams.get('title')).toBe('As it is today: Central Paris')
  expect(link.searchParams.get('brief')).toContain('No capture is known.')
  expect(link.searchParams.get('brief')).not.toMatch(/\d/)
})

test('a bounty beside captures that were not looked at makes no claim about what is known', () => {
  const link = new URL(captureLink({ cell: 'u09tun', isUnseen: true }), 'http://localhost')
  expect(link.searchParams.get('brief')).toMatch(/^Film in the area.*picture\.$/)
})

test('the poster writes the title for a cell whose name is not known', () => {
  const link = new URL(captureLink({ cell: 'u09tun' }), 'http://localhost')
  expect(link.searchParams.has('title')).toBe(false)
})

test('a bounty for a place with captures says the day of the newest as people do', () => {
  const { searchParams } = new URL(
    captureLink({ cell: 'u09tun', newest: '2026-11-23T23:36:00Z' }),
    'http://localhost',
  )
  expect(searchParams.get('brief')).toContain('The newest known capture is from 23 Nov 2026 (UTC).')
})
