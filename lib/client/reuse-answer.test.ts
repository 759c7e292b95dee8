import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayChoices, type ExploreState, type TimeWindow } from '#lib/client/explore-url'
import { ownedPart, reuseAnswer } from '#lib/client/reuse-answer'
import { queryBody } from '#lib/client/spatial-request'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import type { Observation } from '#lib/schemas/observation'
import { parseSpatialQuery, type SpatialQuery } from '#lib/schemas/spatial-query'

type Query = Pick<ExploreState, 'area' | 'window' | 'limit'>
type Capture = { id: number; atMs: number; geohash?: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const boughtMs = Date.parse('2026-11-20T14:03:00Z')
const here: Query['area'] = { type: 'circle', centre: [11.2558, 43.7731], radiusM: 500 }
const inside: Query['area'] = { type: 'circle', centre: [11.2558, 43.7731], radiusM: 300 }
const there: Query['area'] = { type: 'circle', centre: [11.2758, 43.7731], radiusM: 500 }
const square: Query['area'] = {
  type: 'polygon',
  rings: [
    [
      [11.252, 43.77],
      [11.26, 43.77],
      [11.26, 43.776],
      [11.252, 43.776],
      [11.252, 43.77],
    ],
  ],
}
/** In the middle of `here`, and of all areas in it. */
const middle = 'srb100'
/** Cells of `here`, of `there`, and one of both. */
const someCells = [middle, 'srb101', 'srb102', 'srb103', 'spzcpb', 'srb0bx', 'srb109']
const last = (days: number): TimeWindow => ({ is: 'last', days })
const between = (from?: string, to?: string): TimeWindow => ({ is: 'between', from, to })
const text = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')
const minuteText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`
const idsOf = (found: { result: { observations: readonly Observation[] } } | undefined) =>
  found?.result.observations.map(({ observation_id }) => Number(observation_id))

const cellsOf = (runs: SpatialQuery['runs']) =>
  runs.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, index) => cellToGeohash(low + index)),
  )
const searchedCells = (query: Query) => {
  const now = new Date(boughtMs)
  return cellsOf(parseSpatialQuery(queryBody({ ...query, window: last(7) }, now), { now }).runs)
}

/** The answer of the service, which reads the request with its own code: both ends inclusive, newest first, at most `limit`. */
function answerOf(query: Query, captures: readonly Capture[], nowMs: number) {
  const now = new Date(nowMs)
  const { fromMs, toMs, limit, runs } = parseSpatialQuery(queryBody(query, now), { now })
  const isSearched = ({ geohash = middle }: Capture) => cellsOf(runs).includes(geohash)
  return {
    window: { from: text(fromMs), to: text(toMs) },
    observations: captures
      .filter((one) => one.atMs >= fromMs && one.atMs <= toMs && isSearched(one))
      .sort((a, b) => b.atMs - a.atMs || a.id - b.id)
      .slice(0, limit)
      .map(
        ({ id, atMs, geohash = middle }) =>
          ({ observation_id: String(id), captured_at: text(atMs), geohash }) as Observation,
      ),
  }
}

const buy = (query: Query, captures: readonly Capture[], atMs = boughtMs) => ({
  state: query,
  asked_at: new Date(atMs).toISOString(),
  result: answerOf(query, captures, atMs),
})

/** Few different times, so that captures are often exactly at an end of a period. */
const agoMs = fc.integer({ min: 0, max: 160 }).map((quarters) => boughtMs - (quarters * dayMs) / 4)
const window = fc.oneof(
  fc.constantFrom(...dayChoices).map(last),
  agoMs.map((ms) => between(minuteText(ms))),
  agoMs.map((ms) => between(undefined, minuteText(ms))),
  fc.tuple(agoMs, agoMs).map((ends) => {
    const [from, to] = ends.toSorted((a, b) => a - b)
    return between(minuteText(from!), minuteText(to!))
  }),
)
const query: fc.Arbitrary<Query> = fc.record({
  area: fc.constantFrom(here, inside, square, there),
  window,
  limit: fc.constantFrom(1, 3, 10, 100),
})
const captures = fc
  .array(fc.tuple(agoMs, fc.constantFrom(0, 0, 1_000, -1_000), fc.constantFrom(...someCells)), {
    maxLength: 12,
  })
  .map((all) =>
    all.map(([ms, besideMs, geohash], id) => ({ id, geohash, atMs: Math.min(boughtMs, ms + besideMs) })),
  )

test('a reused answer is the one that the service would give of the captures from before the purchase, for any two queries', () => {
  let reused = 0
  let ofAnotherArea = 0
  fc.assert(
    fc.property(
      query,
      query,
      captures,
      fc.constantFrom(0, 0, 1 / 24, 1 / 4, 1, 2).map((days) => boughtMs + days * dayMs),
      (first, wanted, all, nowMs) => {
        const found = reuseAnswer(wanted, [buy(first, all)], new Date(nowMs))
        if (!found) return
        reused++
        if (first.area !== wanted.area) ofAnotherArea++
        expect(idsOf(found)).toEqual(idsOf({ result: answerOf(wanted, all, nowMs) }))
        expect(searchedCells(first)).toEqual(expect.arrayContaining(searchedCells(wanted)))
        expect(found.answer.result.observations.length).toBeLessThan(first.limit)
      },
    ),
    { numRuns: 5_000 },
  )
  expect(reused).toBeGreaterThan(100)
  expect(ofAnotherArea).toBeGreaterThan(30)
})

test('an area whose cells were all searched is taken from what was bought, with the captures of its cells only', () => {
  const all = someCells.map((geohash, id) => ({ id, geohash, atMs: boughtMs - id * hourMs }))
  const bought = buy({ area: here, window: last(7), limit: 100 }, all)
  const take = (area: Query['area']) =>
    reuseAnswer({ area, window: last(7), limit: 100 }, [bought], new Date(boughtMs))
  expect(idsOf({ result: bought.result })).toEqual([0, 1, 2, 3, 4])
  expect(idsOf(take(inside))).toEqual([0, 1])
  expect(idsOf(take(square))).toEqual([0, 1])
  // Another area, but the same cells.
  expect(idsOf(take({ type: 'circle', centre: [11.2558, 43.7731], radiusM: 501 }))).toEqual([0, 1, 2, 3, 4])
})

test('an answer is not reused for an area with a cell that was not searched, nor for one that the service refuses', () => {
  const bought = buy({ area: inside, window: last(7), limit: 100 }, [])
  const take = (area: Query['area']) =>
    reuseAnswer({ area, window: last(7), limit: 100 }, [bought], new Date(boughtMs))
  expect(take(here)).toBeUndefined()
  expect(take(there)).toBeUndefined()
  expect(take({ type: 'polygon', rings: [[[11.2, 43.7]]] })).toBeUndefined()
})

test('a shorter period until now is taken from what was just bought, and names its own period', () => {
  const all = [
    { id: 1, atMs: boughtMs - 2 * hourMs },
    { id: 2, atMs: boughtMs - dayMs },
    { id: 3, atMs: boughtMs - 3 * dayMs },
  ]
  const bought = buy({ area: here, window: last(7), limit: 100 }, all)
  const found = reuseAnswer({ area: here, window: last(1), limit: 100 }, [bought], new Date(boughtMs))
  expect(idsOf(found)).toEqual([1, 2])
  expect(found?.answer).toBe(bought)
  expect(found?.result.window).toEqual({ from: '2026-11-19T14:03:00Z', to: '2026-11-20T14:03:00Z' })
})

test('both ends of a period belong to it', () => {
  const [from, to] = [Date.parse('2026-11-10T10:00:00Z'), Date.parse('2026-11-10T12:00:00Z')]
  const all = [from - 1_000, from, to, to + 1_000].map((atMs, id) => ({ id, atMs }))
  const bought = buy({ area: here, window: last(30), limit: 100 }, all)
  const wanted = { area: here, window: between(minuteText(from), minuteText(to)), limit: 100 }
  expect(idsOf(reuseAnswer(wanted, [bought], new Date(boughtMs)))).toEqual([2, 1])
})

test('a longer period, another area and an answer that its limit may have cut are not reused', () => {
  const all = [{ id: 1, atMs: boughtMs - hourMs }]
  const wanted = { area: here, window: last(1), limit: 100 }
  const now = new Date(boughtMs)
  expect(reuseAnswer({ ...wanted, window: last(30) }, [buy({ ...wanted, window: last(7) }, all)], now)).toBe(
    undefined,
  )
  expect(reuseAnswer(wanted, [buy({ ...wanted, area: there, window: last(7) }, all)], now)).toBe(undefined)
  expect(reuseAnswer(wanted, [buy({ ...wanted, window: last(7), limit: 1 }, all)], now)).toBe(undefined)
  expect(reuseAnswer({ ...wanted, area: undefined }, [buy({ ...wanted, window: last(7) }, all)], now)).toBe(
    undefined,
  )
})

test('a period until now is not reused once a tenth of it, or a day, has passed since the purchase', () => {
  const after = (window: TimeWindow, passedMs: number) =>
    reuseAnswer(
      { area: here, window, limit: 100 },
      [buy({ area: here, window: between('1970-01-01T00:00Z'), limit: 100 }, [])],
      new Date(boughtMs + passedMs),
    )
  expect(after(last(1), 2.4 * hourMs)).toBeDefined()
  expect(after(last(1), 2.5 * hourMs)).toBeUndefined()
  expect(after(last(30), dayMs)).toBeDefined()
  expect(after(last(30), dayMs + 60_000)).toBeUndefined()
  // A period in the past stays as it was.
  expect(after(between('2026-11-01T00:00Z', '2026-11-02T00:00Z'), 90 * dayMs)).toBeDefined()
})

test('an answer is not reused if its period ended before the asked one', () => {
  const bought = buy(
    { area: here, window: between('2026-11-01T00:00Z', '2026-11-20T14:00Z'), limit: 100 },
    [],
  )
  const now = new Date(boughtMs)
  expect(reuseAnswer({ area: here, window: last(7), limit: 100 }, [bought], now)).toBeUndefined()
  const open = buy({ area: here, window: last(30), limit: 100 }, [])
  const later = between('2026-11-19T00:00Z', '2026-11-20T14:10Z')
  expect(reuseAnswer({ area: here, window: later, limit: 100 }, [open], now)).toBeUndefined()
})

test('of several answers the newest is reused', () => {
  const wanted = { area: here, window: last(1), limit: 100 }
  const older = buy({ ...wanted, window: last(7) }, [], boughtMs - hourMs)
  const newer = buy({ ...wanted, window: last(30) }, [], boughtMs)
  expect(reuseAnswer(wanted, [older, newer], new Date(boughtMs))?.answer).toBe(newer)
})

test('a device whose clock is slow hides no capture of the minutes before the purchase', () => {
  const bought = buy({ area: here, window: last(7), limit: 100 }, [{ id: 1, atMs: boughtMs - 60_000 }])
  const slow = new Date(boughtMs - hourMs)
  expect(idsOf(reuseAnswer({ area: here, window: last(1), limit: 100 }, [bought], slow))).toEqual([1])
})

test('of a longer period, the captures of the bought one are owned, and their period is named', () => {
  const all = [1, 2, 9, 20].map((days, id) => ({ id, atMs: boughtMs - days * dayMs }))
  const week = buy({ area: here, window: last(7), limit: 100 }, all)
  const own = (area: Query['area'], window: TimeWindow, answers = [week], ms = boughtMs) =>
    ownedPart({ area, window, limit: 100 }, answers, new Date(ms))
  expect(own(here, last(30))).toMatchObject({ count: 2, window: last(7) })
  expect(own(inside, last(30))).toMatchObject({ count: 2, window: last(7) })
  // Days later, other captures are from the last seven days.
  expect(own(here, last(30), [week], boughtMs + 3 * dayMs)).toMatchObject({ count: 2, window: undefined })
  // A part of the area was bought.
  const part = buy({ area: inside, window: last(7), limit: 100 }, all)
  expect(own(here, last(30), [part])).toMatchObject({ count: 2, window: undefined })
  // The limit left out some.
  const cut = buy({ area: here, window: last(7), limit: 1 }, all)
  expect(own(here, last(30), [cut])).toMatchObject({ count: 1, window: undefined })
  const older = buy({ area: here, window: between(undefined, '2026-11-13T14:03Z'), limit: 100 }, all)
  expect(own(here, last(30), [week, older])).toMatchObject({ count: 3, window: undefined })
  expect(own(there, last(30))).toBeUndefined()
  expect(own(here, between('2026-11-01T00:00Z', '2026-11-10T00:00Z'))).toBeUndefined()
})

test('of what is owned, the answer that has the most of it is named, so that it can be shown for free', () => {
  const all = [1, 2, 9, 20].map((days, id) => ({ id, atMs: boughtMs - days * dayMs }))
  const own = (answers: ReturnType<typeof buy>[], days: number, ms = boughtMs) =>
    ownedPart({ area: here, window: last(days), limit: 100 }, answers, new Date(ms))
  const year = buy({ area: here, window: between('2025-11-20T00:00Z'), limit: 100 }, all)
  const day = buy({ area: here, window: last(1), limit: 100 }, all)
  // A day later, the year is no longer an answer to the last seven days, but has what is known of them.
  expect(reuseAnswer({ area: here, window: last(7), limit: 100 }, [year], new Date(boughtMs + dayMs))).toBe(
    undefined,
  )
  expect(own([day, year], 7, boughtMs + dayMs)).toMatchObject({ count: 2, inAnswer: 2, answer: year })
  // Each of the two answers has only a part of the captures.
  const old = buy({ area: here, window: between('2026-10-01T00:00Z', '2026-11-12T00:00Z'), limit: 100 }, all)
  expect(own([day, old], 365)).toMatchObject({ count: 3, inAnswer: 2, answer: old })
  // If answers are equal, the newest is used.
  expect(own([year, buy(year.state, all, boughtMs - 60_000)], 365, boughtMs + 60 * dayMs)?.answer).toBe(year)
  // One that fills a period wins, because that period is named.
  const week = buy({ area: here, window: last(7), limit: 100 }, all)
  expect(own([buy({ area: here, window: last(7), limit: 2 }, all), week], 30)?.answer).toBe(week)
})
