import { expect, test } from 'vitest'
import { replay, simulate } from '#lib/sandbox/testing/simulation/run'
import { breakages, emptyTally, type Tally } from '#lib/sandbox/testing/simulation/world'

// Whole lives of bounties in a model of everything around the real `nextAction` and `after`: database, outbox, chains, callers,
// clocks, and faults of each. A seed determines a life. One that fails prints its history; SIMULATION_SEED=1775 runs that one
// alone, SIMULATION_SEEDS that many.

const first = Number(process.env.SIMULATION_SEED ?? 0)
const many = Number(process.env.SIMULATION_SEEDS ?? (process.env.SIMULATION_SEED ? 1 : 100_000))
const seedsToCatch = 1_000

test(`${many} seeds from ${first} on: every bounty ends once, its money in one place, and its row says where`, {
  timeout: 600_000,
}, () => {
  const tally = emptyTally()
  for (let seed = first; seed < first + many; seed += 1)
    if (simulate({ seed, tally }) !== undefined) expect.fail(replay(seed))
  if (many < 10_000) return
  // Nothing was shown if nothing happened.
  const rarest: [keyof Tally, number][] = [
    ['crashes', 1],
    ['reorganisations', 1],
    ['restores', 0.3],
    ['rejected', 1],
    ['reverted', 0.1],
    ['lost', 0.1],
    ['drops', 0.05],
    ['strangers', 0.05],
    ['accepted', 0.2],
    ['cancelled', 0.1],
    ['expired_refunded', 0.2],
    ['failed', 0.5],
    ['undone', 0.0005],
  ]
  expect(rarest.filter(([what, perSeed]) => tally[what] < perSeed * many)).toEqual([])
  // Only what a restored backup cannot know is left to people, and that is rare.
  expect(tally.reported).toBeLessThan(0.01 * many)
})

test('a seed is the same life each time', () => {
  expect(replay(7)).toBe(replay(7))
  expect(replay(7)).not.toBe(replay(8))
})

test.each(breakages)('a machine that %s is caught', { timeout: 60_000 }, (broken) => {
  const caught = Array.from({ length: seedsToCatch }, (_, seed) => seed).find(
    (seed) => simulate({ seed, broken }) !== undefined,
  )
  expect(caught).toBeDefined()
  expect(simulate({ seed: caught! })).toBeUndefined()
})
