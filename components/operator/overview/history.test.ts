import { scaleTime } from 'd3-scale'
import { expect, test } from 'vitest'
import type { History } from '#lib/schemas/operator-history'
import { runsOf, timeTicks } from './drawing.tsx'
import { arrange } from './history.tsx'
import { newestKnown } from './line-chart.tsx'

const point = (at: string, of: Partial<History['networks'][number]['points'][number]> = {}) => ({
  at,
  escrow_usdc: '12.50',
  in_flight_usdc: '0.00',
  bounties: { open: 2 },
  payments_per_hour: 3,
  transactions: 1,
  ...of,
})
const early = '2026-03-04T10:00:00Z'
const late = '2026-03-04T10:05:00Z'
const shown = (networks: { network: string; points: ReturnType<typeof point>[] }[]) =>
  arrange(
    { from: early, to: '2026-03-04T10:07:00Z', step_seconds: 300, networks } as unknown as History,
    (network) => network.toUpperCase(),
  )

test('a network without a point at a time is unknown there, and not zero', () => {
  const { times, payments, bounties } = shown([
    { network: 'a', points: [point(early), point(late)] },
    { network: 'b', points: [point(late)] },
  ])
  expect(times).toHaveLength(2)
  expect(payments).toEqual([
    { name: 'A', values: [3, 3] },
    { name: 'B', values: [null, 3] },
  ])
  const open = bounties.find(({ name }) => name === 'Open')
  expect(open?.values).toEqual([null, 4])
})

test('shows an unreadable amount as unknown, and a state that has no bounties as zero', () => {
  const { money, bounties } = shown([{ network: 'a', points: [point(early, { escrow_usdc: null })] }])
  expect(money).toEqual([
    { name: 'A, in escrow', values: [null] },
    { name: 'A, in transit', values: [0] },
  ])
  expect(bounties.find(({ name }) => name === 'Paid')?.values).toEqual([0])
})

test('a chart shows the moment before the last while the audit of the last is awaited, and no older one', () => {
  const newest = (...values: (number | null)[]) => newestKnown([{ name: 'a', values }], values.length - 1)
  expect(newest(4, 5)).toBe(1)
  expect(newest(4, null)).toBe(0)
  expect(newest(4, null, null)).toBe(2)
  expect(newest(null)).toBe(0)
})

test('a value stands at a time by which it was found: the end of its interval, or now', () => {
  const { times, from } = shown([{ network: 'a', points: [point(early), point(late)] }])
  const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()
  expect(times.map(iso)).toEqual(['2026-03-04T10:05:00.000Z', '2026-03-04T10:07:00.000Z'])
  expect(from).toBeGreaterThanOrEqual(Date.parse(early) / 1_000)
})

test('the times of an axis are minutes apart, so no label repeats', () => {
  for (const minutes of [1, 2, 5, 10]) {
    const ticks = timeTicks(scaleTime([0, minutes * 60_000], [0, 800]), 10).map(Number)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.every((tick) => tick % 60_000 === 0)).toBe(true)
  }
})

test('a line is broken where points are missing', () => {
  expect(runsOf([])).toEqual([])
  expect(runsOf([0, 300, 600, 1_800, 2_100])).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
})

test('an axis never has more times than fit, whatever span it shows', () => {
  for (const minutes of [1, 19, 60, 1_440, 10_080, 525_600]) {
    const scale = scaleTime([0, minutes * 60_000], [0, 800])
    for (const atMost of [2, 7, 9, 14]) {
      const ticks = timeTicks(scale, atMost)
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks.length).toBeLessThanOrEqual(atMost)
    }
  }
})
