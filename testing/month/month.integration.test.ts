// @module-tag thorough

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckName, checks } from '#testing/month/checks'
import { faults, whileBroken } from '#testing/month/faults'
import { type Market, openMarket } from '#testing/month/market'
import { type Month, playMonth } from '#testing/month/month'
import { cheatKinds } from '#testing/month/plan'

// A small one of `npm run test:month`. On an idle machine it takes half a minute.
const limitMs = 600_000

let market: Market
let month: Month
beforeAll(async () => {
  market = await openMarket()
  month = await playMonth(market, { bounties: 32, seed: 1 })
}, limitMs)
afterAll(() => market?.close())

const names = Object.keys(checks) as CheckName[]
async function findings(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const name of names) found[name] = await checks[name](month)
  return found
}
const nothing = Object.fromEntries(names.map((name) => [name, []]))

test(
  'a month of honest and cheating people: no cent lost, no unfit film sold, no cheat above the honest, no finding',
  async () => {
    expect(await findings()).toEqual(nothing)
  },
  limitMs,
)

test('everything that can happen in it happened', () => {
  const ends = new Set(month.deals.map(({ end }) => end))
  expect([...ends].sort()).toEqual(['accepted', 'cancelled', 'expired', 'unpaid'])
  const kinds = new Set(month.films.map(({ film }) => film.kind))
  for (const kind of cheatKinds) if (kind !== 'same_file') expect(kinds).toContain(kind)
  for (const kind of ['good', 'near', 'blurred', 'incomplete']) expect(kinds).toContain(kind)
  for (const reason of ['blurred', 'wrong_place', 'wrong_time', 'incomplete', 'copied'])
    expect(month.declines).toContain(reason)
  expect(month.refusedFiles).toBeGreaterThan(0)
  expect(month.deals.some(({ lostToken }) => lostToken !== undefined)).toBe(true)
  const retakes = month.deals.filter(({ films, accepted }) =>
    films.some(({ isDeclined, by }) => isDeclined && by === accepted?.by),
  )
  expect(retakes.length).toBeGreaterThan(0)
})

test.each(faults)(
  '$name: the check of $caughtBy finds it',
  async (fault) => {
    const found = await whileBroken(fault, month, () => checks[fault.caughtBy](month))
    expect(found).not.toEqual([])
  },
  limitMs,
)

test(
  'once everything is put back, nothing is found any more',
  async () => {
    expect(await findings()).toEqual(nothing)
  },
  limitMs,
)
