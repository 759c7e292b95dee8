import { parseArgs } from 'node:util'
import { whole } from '#testing/numbers'
import { fewestSeedsToJudge, findGaps } from '#testing/simulation/coverage'
import { replay, simulate } from '#testing/simulation/run'
import { emptyTally } from '#testing/simulation/world'

const usage = `Simulates bounties from payment to end, with the decisions of the service. See lib/domain/bounty/bounty-simulation.test.ts.

  --seed N     runs one seed and prints its history
  --seeds N    runs so many seeds, at least ${fewestSeedsToJudge} (100000)
  --from N     the first of them (0)
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    help: { type: 'boolean' },
  },
})

if (values.help) process.stdout.write(usage)
else if (values.seed !== undefined) process.stdout.write(`${replay(whole(values.seed))}\n`)
else process.exitCode = run(whole(values.from), whole(values.seeds))

function run(from: number, seeds: number): number {
  if (seeds < fewestSeedsToJudge) throw new Error(`--seeds must be at least ${fewestSeedsToJudge}`)
  const tally = emptyTally()
  for (let seed = from; seed < from + seeds; seed += 1) {
    if (simulate({ seed, tally }) === undefined) continue
    process.stdout.write(`${replay(seed)}\n`)
    return 1
  }
  const gaps = findGaps(tally, seeds)
  process.stdout.write(`${seeds} seeds from ${from} on: ${gaps.join('; ') || 'no violation'}\n`)
  return gaps.length === 0 ? 0 : 1
}
