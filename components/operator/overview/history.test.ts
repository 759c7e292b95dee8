import { scaleTime } from 'd3-scale'
import { expect, test } from 'vitest'
import type { History } from '#lib/schemas/operator-history'
import { placeBeside, timeTicks } from './drawing.tsx'
import { runsOf, unrecorded, withGaps } from './gaps.ts'
import { arrange, recordedSince } from './history.tsx'
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
const shown = (
  networks: { network: string; points: ReturnType<typeof point>[] }[],
  now?: Parameters<typeof arrange>[2],
) =>
  arrange(
    { from: early, to: '2026-03-04T10:07:00Z', step_seconds: 300, networks } as unknown as History,
    (network) => network.toUpperCase(),
    now,
  )
const nowAt = (auditedAt: string | null) =>
  ({
    at: '2026-03-04T10:07:30Z',
    money: { audited_at: auditedAt },
    bounties: [{ state: 'open', count: 7 }],
    networks: [
      {
        network: 'a',
        money: { escrow_usdc: '500.00', in_flight_usdc: '1.00' },
        keys: [{ transactions: 2 }, { transactions: 3 }],
      },
    ],
  }) as unknown as Parameters<typeof arrange>[2]
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19)

test('a network without a point at a time is unknown there, and not zero', () => {
  const { payments, bounties } = shown([
    { network: 'a', points: [point(early), point(late)] },
    { network: 'b', points: [point(late)] },
  ])
  expect(payments.times).toHaveLength(2)
  expect(payments.lines).toEqual([
    { name: 'A', values: [3, 3] },
    { name: 'B', values: [null, 3] },
  ])
  const open = bounties.lines.find(({ name }) => name === 'Open')
  expect(open?.values).toEqual([null, 4])
})

test('shows an unreadable amount as unknown, and a state that has no bounties as zero', () => {
  const { money, bounties } = shown([{ network: 'a', points: [point(early, { escrow_usdc: null })] }])
  expect(money.lines).toEqual([
    { name: 'A, in escrow', values: [null] },
    { name: 'A, in transit', values: [0] },
  ])
  expect(bounties.lines.find(({ name }) => name === 'Paid')?.values).toEqual([0])
})

test('a chart shows the moment before the last while the audit of the last is awaited, and no older one', () => {
  const newest = (...values: (number | null)[]) => newestKnown([{ name: 'a', values }], values.length - 1)
  expect(newest(4, 5)).toBe(1)
  expect(newest(4, null)).toBe(0)
  expect(newest(4, null, null)).toBe(2)
  expect(newest(null)).toBe(0)
})

test('a value stands at a time by which it was found: the end of its interval, or now', () => {
  const { payments, from } = shown([{ network: 'a', points: [point(early), point(late)] }])
  expect(payments.times.map(iso)).toEqual(['10:05:00', '10:07:00'])
  expect(from).toBeGreaterThanOrEqual(Date.parse(early) / 1_000)
})

test('where an interval is not over, the present number stands instead of its sample, and the money at its audit', () => {
  const networks = [{ network: 'a', points: [point(early), point(late, { transactions: 0, bounties: {} })] }]
  const { bounties, transactions, money, to } = shown(networks, nowAt('2026-03-04T10:06:10Z'))
  expect(iso(to)).toBe('10:07:30')
  expect(bounties.times.map(iso)).toEqual(['10:05:00', '10:07:30'])
  expect(bounties.lines.find(({ name }) => name === 'Open')?.values).toEqual([2, 7])
  expect(transactions).toMatchObject({ lines: [{ name: 'A', values: [1, 5] }] })
  expect(money.times.map(iso)).toEqual(['10:05:00', '10:06:10'])
  expect(money.lines.map(({ values }) => values)).toEqual([
    [12.5, 500],
    [0, 1],
  ])
  // An audit of an interval that is over is in its point.
  expect(shown(networks, nowAt('2026-03-04T10:04:00Z')).money.times.map(iso)).toEqual(['10:05:00'])
  expect(shown(networks, nowAt(null)).money.times.map(iso)).toEqual(['10:05:00'])
})

test('the present number is a point of its own, and a chart without one ends with its last sample', () => {
  const networks = [{ network: 'a', points: [point(early)] }]
  expect(shown(networks, nowAt(null)).bounties.endsNow).toBe(true)
  expect(shown(networks, nowAt(null)).money.endsNow).toBe(false)
  expect(shown(networks).bounties.endsNow).toBe(false)
})

test('nothing is missing before the first known value', () => {
  expect(unrecorded([0, 300], [{ name: 'a', values: [null, 4] }])).toEqual([])
  expect(unrecorded([0, 300, 600], [{ name: 'a', values: [null, 4, null] }])).toEqual([[300, 600]])
})

test('a range that begins before the first sample says since when there are samples', () => {
  const since = (from: string, step_seconds = 300) =>
    recordedSince({
      from,
      step_seconds,
      networks: [{ network: 'a', points: [point(early), point(late)] }],
    } as unknown as History)
  expect(since('2026-03-03T10:00:00Z')).toBe('2026-03-04T10:05:00.000Z')
  expect(since(early)).toBeUndefined()
  expect(since('2025-03-03T10:00:00Z', 86_400)).toBe('2026-03-04T10:00:00.000Z')
})

test('the times of an axis are minutes apart, so no label repeats', () => {
  for (const minutes of [1, 2, 5, 10]) {
    const ticks = timeTicks(scaleTime([0, minutes * 60_000], [0, 800]), 10).map(Number)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.every((tick) => tick % 60_000 === 0)).toBe(true)
  }
})

test('a time in which nothing was recorded has moments without values, and is no zero', () => {
  const chart = { times: [0, 300, 600, 1_800, 2_100], lines: [{ name: 'a', values: [3, 0, 0, 4, 5] }] }
  const gap = withGaps(chart, { stepSeconds: 300, end: 2_400 })
  expect(gap.times).toEqual([0, 300, 600, 900, 1_500, 1_800, 2_100])
  expect(gap.lines).toEqual([{ name: 'a', values: [3, 0, 0, null, null, 4, 5] }])
  expect(runsOf(gap.lines[0]!.values)).toEqual([
    [0, 1, 2],
    [5, 6],
  ])
  expect(unrecorded(gap.times, gap.lines)).toEqual([[600, 1_800]])
  const late = withGaps(chart, { stepSeconds: 300, end: 6_000 })
  expect(late.times.slice(-3)).toEqual([2_100, 2_400, 6_000])
  expect(late.lines[0]!.values.slice(-3)).toEqual([5, null, null])
  expect(unrecorded(late.times, late.lines)).toEqual([
    [600, 1_800],
    [2_100, 6_000],
  ])
  expect(withGaps({ times: [], lines: [] }, { stepSeconds: 300, end: 6_000 })).toEqual({
    times: [],
    lines: [],
  })
})

test('while no worker records, the chart of payments ends with a gap and shows no number of now', () => {
  const { payments, bounties } = arrange(
    {
      from: early,
      to: '2026-03-04T11:07:00Z',
      step_seconds: 300,
      networks: [
        {
          network: 'a',
          points: [point(early, { payments_per_hour: 0 }), point(late, { payments_per_hour: 0 })],
        },
      ],
    } as unknown as History,
    (network) => network.toUpperCase(),
    { ...nowAt(null)!, at: '2026-03-04T11:07:30Z' },
  )
  expect(payments.times.map(iso)).toEqual(['10:05:00', '10:10:00', '10:15:00', '11:07:30'])
  expect(payments.lines).toEqual([{ name: 'A', values: [0, 0, null, null] }])
  expect(newestKnown(payments.lines, 3)).toBe(3)
  expect(bounties.lines.find(({ name }) => name === 'Open')?.values).toEqual([2, 2, null, null, 7])
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

test('lines with the same value lie side by side, but those at zero lie on the axis', () => {
  const lines = [1, 1, 1].map((value, nth) => ({ name: String(nth), values: [value, 0, nth === 1 ? 2 : 3] }))
  const places = (index: number) => lines.map((_, nth) => placeBeside(lines, nth, index))
  expect(places(0)).toEqual([0, 1, 2])
  expect(places(1)).toEqual([0, 0, 0])
  expect(places(2)).toEqual([0, 0, 1])
})
