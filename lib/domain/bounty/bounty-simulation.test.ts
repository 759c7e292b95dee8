import { expect, test } from 'vitest'
import { sampled } from '#testing/sampled'
import { findGaps } from '#testing/simulation/coverage'
import { replay, simulate } from '#testing/simulation/run'
import { breakages, emptyTally } from '#testing/simulation/world'

// Whole lives of bounties in a model of everything around the real decisions (`nextAction`, `after`, `nextTransactionStep`):
// database, chains, callers, operators, clocks, and faults of each. A seed determines a life. A seed that fails prints its
// history, and `npm run test:simulation -- --seed 1775` prints it again. The same command runs any number of other seeds.

const seeds = { few: 4_000, many: 100_000, timeoutMs: 600_000 }
const seedsToCatch = 1_000

const title =
  '$count seeds: every bounty and every transaction ends once, and the money is where its row says'
sampled(title, seeds, (many) => {
  const tally = emptyTally()
  for (let seed = 0; seed < many; seed += 1)
    if (simulate({ seed, tally }) !== undefined) expect.fail(replay(seed))
  expect(findGaps(tally, many)).toEqual([])
})

test('a run in which nothing happens counts as a failure', () => {
  expect(findGaps(emptyTally(), seeds.few)).toContain(`too rare: crashes, 0 times in ${seeds.few} seeds`)
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
