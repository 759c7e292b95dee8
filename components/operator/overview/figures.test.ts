import { expect, test } from 'vitest'
import type { Overview } from '#lib/schemas/operator-overview'
import type { Pulse } from '#lib/schemas/operator-pulse'
import { figuresOf, rangeText, shapeOf } from './figures.ts'

const point = (of: Partial<Pulse['points'][number]>) => ({
  at: '2026-03-04T12:00:00Z',
  escrow_usdc: '12.50',
  lookups: 0,
  requests: 0,
  p95_ms: null,
  preview_wait_seconds: null,
  ...of,
})
const timeText = (iso: string) => `at ${iso.slice(11, 16)}`
const now = {
  networks: [{ money: { escrow_usdc: '4210.00', escrow_ours_usdc: '4200.00' } }],
  bounties: [{ state: 'open', usdc: '4200.00' }],
  money: { verdict: 'sound', audited_at: '2026-03-04T11:58:00Z' },
  queues: [{ name: 'preview', oldest_seconds: 9 }],
} as unknown as Overview

test('a count is of the hour before each point', () => {
  const points = [5, 1, ...Array(9).fill(0), 2, 4, 0].map((lookups) => point({ lookups }))
  const figure = figuresOf({ step_seconds: 300, points }, now, timeText)[1]!
  expect(figure.values).toEqual([5, ...Array(10).fill(6), 8, 7, 6])
  expect(figure.value).toBe('6')
})

test('figures say what is now, and what is not known', () => {
  const pulse = {
    step_seconds: 300,
    points: [point({ escrow_usdc: null, requests: 3, p95_ms: 38 }), point({})],
  }
  expect(figuresOf(pulse, now, timeText).map(({ value }) => value)).toEqual(['4,210 USDC', '0', '9 s', '3'])
  expect(figuresOf(pulse, now, timeText)[0]!.values).toEqual([null, 4_210])
  expect(figuresOf(pulse, now, timeText)[3]!.note).toBe(
    'Without reads of this console. 95% took at most 38 ms.',
  )
  const unread = { ...now, networks: [{ money: null }] } as unknown as Overview
  expect(figuresOf(pulse, unread, timeText)[0]!.value).toBe('Could not check')
})

test('the figure in escrow is the present amount, also if the last audit found another', () => {
  const pulse = { step_seconds: 300, points: [point({})] }
  const bounties = [{ state: 'open', usdc: '4700.00' }]
  const moved = figuresOf(pulse, { ...now, bounties } as unknown as Overview, timeText)[0]!
  expect(moved).toMatchObject({
    title: 'In escrow',
    value: '4,700 USDC',
    values: [4_700],
    note: 'By the states of the bounties. The last audit, at 11:58, is older: it found all money of that time, 4,210 USDC.',
  })
  expect(figuresOf(pulse, now, timeText)[0]!.note).toBeUndefined()
})

test('a chart begins when the service first recorded something', () => {
  const points = [point({ escrow_usdc: null }), point({ escrow_usdc: null, requests: 1 }), point({})]
  expect(figuresOf({ step_seconds: 300, points }, now, timeText).map(({ values }) => values.length)).toEqual([
    2, 2, 2, 2,
  ])
})

test('a shape fills its own range, and what is unknown stays so', () => {
  expect(shapeOf([4_000, null, 4_100, 4_050], true)).toEqual({
    min: 4_000,
    max: 4_100,
    last: 4_050,
    heights: [0, null, 1, 0.5],
  })
  expect(shapeOf([500, 250], true)?.heights).toEqual([1, 0.5])
  expect(shapeOf([7, 7], true)?.heights).toEqual([0.5, 0.5])
  expect(shapeOf([0, 0], true)?.heights).toEqual([0, 0])
  expect(shapeOf([null], true)).toBeUndefined()
})

test('a count has the same height with and without an empty time before it', () => {
  expect(shapeOf([3, 3], false)?.heights).toEqual([1, 1])
  expect(shapeOf([0, 3, 3], false)?.heights).toEqual([0, 1, 1])
  expect(shapeOf([2, 4], false)?.heights).toEqual([0.5, 1])
  expect(shapeOf([0, 0], false)?.heights).toEqual([0, 0])
})

test('the range of a balance ends with its current value, and zero is an amount', () => {
  const escrowOver = (amounts: (string | null)[], seen = now) => {
    const points = amounts.map((escrow_usdc) => point({ escrow_usdc, requests: 1 }))
    return rangeText(figuresOf({ step_seconds: 300, points }, seen, timeText)[0]!)
  }
  expect(escrowOver(['0.00', '0.00'])).toBe(
    'Last 10 minutes, sampled every 5 minutes: between 0 USDC and 4,210 USDC.',
  )
  expect(escrowOver(['4210.00', null])).toBe('Last 10 minutes, sampled every 5 minutes: 4,210 USDC.')
  const unread = { ...now, networks: [{ money: null }] } as unknown as Overview
  expect(escrowOver(['3.00', null], unread)).toBe(
    'Last 10 minutes, sampled every 5 minutes: 3 USDC, not known for part of it.',
  )
  expect(escrowOver([null], unread)).toBe('Nothing is known of the last day yet.')
  expect(rangeText({ values: [0, 0], level: 0, format: (value) => `${value} USDC` })).toBe(
    'Last 10 minutes, sampled every 5 minutes: 0 USDC.',
  )
})

test('a single value is called no range', () => {
  expect(rangeText({ values: [49], format: String })).toBe('Recorded for 5 minutes so far.')
  expect(rangeText({ values: [0], level: 0, format: String })).toBe('Recorded for 5 minutes so far.')
})

test('figures beside each other name the same time of recording', () => {
  const counts = rangeText({ values: [3, 49], isHourly: true, format: String })
  expect(counts).toBe('Recorded for 10 minutes so far.')
  expect(rangeText({ values: [null, 49], level: 49, format: String })).toBe(counts)
  // Nothing was known for most of the day, so no long time is claimed.
  const late = [...Array(287).fill(null), 49]
  expect(rangeText({ values: late, level: 49, format: String })).toBe('Recorded for less than 5 minutes.')
})

test('the range of hourly counts is that of whole hours', () => {
  const say = (values: number[]) => rangeText({ values, isHourly: true, format: String })
  expect(say([0, 12, 20, 27])).toBe('Recorded for 20 minutes so far.')
  expect(say(Array(12).fill(27))).toBe('Recorded for 1 hour so far.')
  expect(say([...Array(287).fill(4), 9])).toBe('In an hour of the last day: between 4 and 9.')
})

test('a range claims no longer than its values are known', () => {
  const say = (values: (number | null)[]) => rangeText({ values, format: String })
  expect(say(Array(288).fill(0))).toBe('Last day: none.')
  expect(say([0])).toBe('Last 5 minutes: none.')
  expect(say([null, 4, 4])).toBe('Last 10 minutes: 4.')
  expect(say(Array(12).fill(2))).toBe('Last hour: 2.')
  expect(say([3, null, 9])).toBe('Last 15 minutes: between 3 and 9, not known for part of it.')
  expect(say([null])).toBe('Nothing is known of the last day yet.')
})
