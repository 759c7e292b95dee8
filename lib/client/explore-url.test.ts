import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayChoices,
  type ExploreState,
  emptyState,
  parseExploreUrl,
  questionOf,
  tidyArea,
  writeExploreUrl,
} from '#lib/client/explore-url'
import { cellToGeohash } from '#lib/domain/geo/geohash'

const decimals = (least: number, most: number, digits: number) =>
  fc
    .integer({ min: least * 10 ** digits, max: most * 10 ** digits })
    .map((units) => Number((units / 10 ** digits).toFixed(digits)) + 0)
const position = fc.tuple(decimals(-180, 180, 6), decimals(-90, 90, 6))
const ring = fc
  .array(position, { minLength: 3, maxLength: 8 })
  .filter((all) => String(all[0]) !== String(all.at(-1)))
  .map((all) => [...all, all[0]!])
const area = fc.oneof(
  fc.record({
    type: fc.constant('circle' as const),
    centre: position,
    radiusM: fc.integer({ min: 1, max: 5_000 }),
  }),
  fc.record({ type: fc.constant('polygon' as const), rings: fc.array(ring, { minLength: 1, maxLength: 3 }) }),
)
const minute = fc
  .date({ min: new Date('0001-01-01T00:00Z'), max: new Date('9999-12-31T23:59Z'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 16)}Z`)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const state: fc.Arbitrary<ExploreState> = fc.record({
  view: maybe(
    fc.record({
      latitude: decimals(-90, 90, 5),
      longitude: decimals(-180, 180, 5),
      zoom: decimals(0, 24, 2),
    }),
  ),
  area: maybe(area),
  window: fc.oneof(
    fc.record({ is: fc.constant('last' as const), days: fc.constantFrom(...dayChoices) }),
    fc
      .record({ is: fc.constant('between' as const), from: maybe(minute), to: maybe(minute) })
      .filter(({ from, to }) => from !== undefined || to !== undefined),
  ),
  limit: fc.integer({ min: 1, max: 1_000 }),
  cell: maybe(fc.integer({ min: 0, max: 2 ** 30 - 1 }).map(cellToGeohash)),
})

test('a written address is read back unchanged, in the form that browsers store', () => {
  fc.assert(
    fc.property(state, (given) => {
      const { search, isWhole } = writeExploreUrl(given)
      expect(isWhole).toBe(true)
      const { search: kept } = new URL(`https://cairn.test/explore?${search}`)
      expect(parseExploreUrl(kept)).toEqual({ state: given, notUnderstood: [] })
    }),
  )
})

test('the id of a query depends on area, window and limit, and not on the view', () => {
  fc.assert(
    fc.property(state, state, (one, other) => {
      expect(questionOf({ ...one, view: other.view, cell: other.cell })).toBe(questionOf(one))
      const differs =
        JSON.stringify([one.area, one.window, one.limit]) !==
        JSON.stringify([other.area, other.window, other.limit])
      if (one.area && differs) expect(questionOf(other)).not.toBe(questionOf(one))
    }),
  )
})

test('nothing is the usual', () => {
  expect(parseExploreUrl('')).toEqual({ state: emptyState, notUnderstood: [] })
  expect(writeExploreUrl(emptyState)).toEqual({ search: '', isWhole: true })
})

test.each([
  ['at=1,2', 'at'],
  ['at=91,0,3', 'at'],
  ['circle=48.8,2.3', 'circle'],
  ['circle=48.8,2.3,0', 'circle'],
  ['circle=48.8,2.3,5001', 'circle'],
  ['circle=1e1,2.3,50', 'circle'],
  ['polygon=1,2;3,4', 'polygon'],
  ['polygon=1,2;3,4;5', 'polygon'],
  ['polygon=1,2;3,4;5,181', 'polygon'],
  ['circle=1,2,3&polygon=1,2;3,4;5,6', 'polygon'],
  ['days=8', 'days'],
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-01-01&days=30', 'days'],
  ['limit=0', 'limit'],
  ['limit=1e3', 'limit'],
  ['cell=u09tua', 'cell'],
  ['cell=u09tu', 'cell'],
])('of %s it is said that "%s" was not understood', (search, name) => {
  expect(parseExploreUrl(search).notUnderstood).toEqual([name])
})

test('any address is read without an error, and the result can be written', () => {
  const names = fc.constantFrom('at', 'circle', 'polygon', 'days', 'from', 'to', 'limit', 'cell')
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[-\d.,;~TZ:]{0,40}$/))
  fc.assert(
    fc.property(fc.array(fc.tuple(names, text)), (pairs) => {
      const { state: read } = parseExploreUrl(new URLSearchParams(pairs).toString())
      expect(parseExploreUrl(writeExploreUrl(read).search)).toEqual({ state: read, notUnderstood: [] })
    }),
  )
})

test('a date alone is its midnight', () => {
  expect(parseExploreUrl('from=2026-01-31').state.window).toEqual({
    is: 'between',
    from: '2026-01-31T00:00Z',
    to: undefined,
  })
})

test('an area with too many positions for an address is left out, and that is said', () => {
  const rings = [Array.from({ length: 1_000 }, (_, at): [number, number] => [at / 1e5, (at % 7) / 1e5])]
  const huge = tidyArea({ type: 'polygon', rings })
  const written = writeExploreUrl({ ...emptyState, area: huge, limit: 5 })
  expect(written).toEqual({ search: 'limit=5', isWhole: false })
  expect(questionOf({ ...emptyState, area: huge })).not.toBe('')
})

test('a drawn area is tidied: closed, within ±180, six decimals, and a second time changes nothing', () => {
  const drawn = tidyArea({
    type: 'polygon',
    rings: [
      [
        [181.23456789, 1],
        [-190, 2],
        [170, 90.1],
      ],
    ],
  })
  expect(drawn).toEqual({
    type: 'polygon',
    rings: [
      [
        [-178.765432, 1],
        [170, 2],
        [170, 90],
        [-178.765432, 1],
      ],
    ],
  })
  expect(tidyArea(drawn)).toEqual(drawn)
})
