import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardQuery } from '#lib/schemas/board'
import { type BoardWish, boardLink, withNear } from './board-url.ts'

const plain: BoardWish = { sort: 'newest', view: 'list', limit: 20 }
const wish: fc.Arbitrary<BoardWish> = fc.record(
  {
    near: fc.stringMatching(/^[0-9b-hjkmnp-z]{1,5}$/),
    sort: fc.constantFrom('newest', 'ending_soonest'),
    network: fc.constantFrom('eip155:8453', 'eip155:5042'),
    minAmountUsdc: fc.integer({ min: 1, max: 1_000_000 }),
    endsWithinDays: fc.integer({ min: 1, max: 30 }),
    hasPlace: fc.boolean(),
    view: fc.constantFrom('list', 'map'),
    limit: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: ['sort', 'view', 'limit'] },
)

test('the address contains all filters, with the names of the API', () => {
  fc.assert(
    fc.property(wish, (asked) => {
      const query = Object.fromEntries(new URL(boardLink(asked), 'https://cairn.test').searchParams)
      const read = boardQuery.parse(query)
      expect(query.view ?? 'list').toBe(asked.view)
      expect(read.near).toBe(asked.near)
      expect(read.sort ?? (read.near === undefined ? 'newest' : 'nearest')).toBe(asked.sort)
      expect([read.network, read.min_amount_usdc, read.ends_within_days, read.has_place, read.limit]).toEqual(
        [asked.network, asked.minAmountUsdc, asked.endsWithinDays, asked.hasPlace, asked.limit],
      )
    }),
  )
})

test('the address of the unfiltered board has no parameters', () => {
  expect(boardLink(plain)).toBe('/board')
  expect(boardLink(withNear(plain, 'u33db'))).toBe('/board?near=u33db')
  expect(boardLink(withNear(withNear(plain, 'u33db'), undefined))).toBe('/board')
  expect(boardLink({ ...plain, view: 'map' }, 'abc')).toBe('/board?view=map&cursor=abc')
})
