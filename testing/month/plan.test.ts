import { expect, test } from 'vitest'
import { castOf } from '#testing/month/people'
import { planMonth } from '#testing/month/plan'

test('the seed determines the month and its wallets', () => {
  const walletsOf = (seed: number) =>
    castOf(planMonth({ bounties: 500, seed }), seed).all.map(({ wallet }) => wallet.address)
  expect(planMonth({ bounties: 500, seed: 7 })).toEqual(planMonth({ bounties: 500, seed: 7 }))
  expect(planMonth({ bounties: 500, seed: 8 })).not.toEqual(planMonth({ bounties: 500, seed: 7 }))
  expect(walletsOf(7)).toEqual(walletsOf(7))
  expect(walletsOf(8)).not.toEqual(walletsOf(7))
})

test('every bounty of a month can end within it and the days after it', () => {
  const planned = planMonth({ bounties: 500, seed: 1 })
  expect(planned).toHaveLength(500)
  expect(planned.map(({ day }) => day)).toEqual(planned.map(({ day }) => day).toSorted((a, b) => a - b))
  for (const { day, deadlineDays } of planned) expect(day + deadlineDays).toBeLessThan(40)
})

test('a month with fewer bounties than behaviours is refused', () => {
  expect(() => planMonth({ bounties: 5, seed: 1 })).toThrow(/at least/)
})
