import { expect, test } from 'vitest'
import { type ExploreState, emptyState, questionOf } from '#lib/client/explore-url'
import type { Observation } from '#lib/schemas/observation'
import { answerFor, boughtSince, isOutdated } from './answer-for.ts'
import type { KnownAnswer } from './known-answers.ts'

const now = new Date('2026-11-20T14:10:00Z')
const view = (days: number): ExploreState => ({
  ...emptyState,
  area: { type: 'circle', centre: [11.2558, 43.7731], radiusM: 500 },
  window: { is: 'last', days },
})
const asked = (days: number) => ({ state: view(days), question: questionOf(view(days)) })
const bought = (days: number, at: string): KnownAnswer => ({
  ...asked(days),
  payment: at,
  asked_at: at,
  title: '',
  body: '',
  page: '/explore',
  amount_atomic: '10000',
  network: 'eip155:8453',
  isKept: true,
  result: {
    window: { from: new Date(Date.parse(at) - days * 86_400_000).toISOString(), to: at },
    observations: ['2026-11-20T13:00:00Z', '2026-11-17T13:00:00Z'].map(
      (captured_at) => ({ captured_at, geohash: 'srb100' }) as Observation,
    ),
  },
})
const week = bought(7, '2026-11-20T14:05:00Z')

test('a search that was bought itself shows its own answer', () =>
  expect(answerFor(asked(7), [week], now)).toBe(week))

test('a search that was not bought shows its part of another one, and which', () => {
  const found = answerFor(asked(1), [week], now)
  expect(found).toMatchObject({ bought: week, asked_at: week.asked_at, question: asked(1).question })
  expect(found?.result.observations).toHaveLength(1)
})

test('of its own answer and a part of another one, the newer is shown', () => {
  const older = bought(1, '2026-11-18T14:00:00Z')
  expect(answerFor(asked(1), [week, older], now)?.bought).toBe(week)
  const newer = bought(1, '2026-11-20T14:09:00Z')
  expect(answerFor(asked(1), [newer, week], now)).toBe(newer)
})

test('a past search that is opened shows what was bought then, also if there is something newer', () => {
  const older = bought(1, '2026-11-18T14:00:00Z')
  const newer = bought(1, '2026-11-20T14:09:00Z')
  expect(answerFor(asked(1), [newer, week, older], now, older.payment)).toBe(older)
  expect(answerFor(asked(7), [newer, week, older], now, older.payment)).toBe(week)
  // A press on Pay finds the newer answer, which is shown instead of paying.
  expect(boughtSince(older, asked(1), [newer, week, older], now)).toBe(newer)
})

test('without an area nothing is shown', () =>
  expect(answerFor({ state: emptyState, question: '' }, [week], now)).toBeUndefined())

test('an answer that another tab bought is found before a page without it pays', () => {
  expect(boughtSince(undefined, asked(7), [week], now)).toBe(week)
  expect(boughtSince(undefined, asked(1), [week], now)).toMatchObject({ bought: week })
  expect(boughtSince(undefined, asked(30), [week], now)).toBeUndefined()
})

test('a page that shows an answer may buy a newer one, unless another tab has', () => {
  expect(boughtSince(week, asked(7), [week], now)).toBeUndefined()
  const part = answerFor(asked(1), [week], now)
  expect(boughtSince(part, asked(1), [week], now)).toBeUndefined()
  const newer = bought(7, '2026-11-20T14:09:00Z')
  expect(boughtSince(week, asked(7), [newer, week], now)).toBe(newer)
  const removed = bought(7, '2026-11-20T14:01:00Z')
  expect(boughtSince(week, asked(7), [removed], now)).toBeUndefined()
})

test('an answer bought long ago for a period until now is outdated, and one for a period that has ended is not', () => {
  const later = new Date('2026-12-11T14:10:00Z')
  expect(isOutdated(week, now)).toBe(false)
  expect(isOutdated(week, later)).toBe(true)
  const window = { is: 'between', from: '2026-11-01T00:00Z', to: '2026-11-08T00:00Z' } as const
  expect(isOutdated({ ...week, state: { ...view(7), window } }, later)).toBe(false)
})
