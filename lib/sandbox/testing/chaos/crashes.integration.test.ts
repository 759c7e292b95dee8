import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openLanes, recordAll, runMatrix, runsOf } from '#lib/sandbox/testing/chaos/crash-matrix'
import type { Lane } from '#lib/sandbox/testing/chaos/lane'
import { createRandom } from '#lib/sandbox/testing/chaos/random'

// A sample of `npm run test:chaos`, which kills at every point.
const killsEach = 3

let lanes: Lane[] = []
beforeAll(async () => {
  lanes = await openLanes({ serverUrl: inject('postgresUrl'), count: 2 })
})
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()))
})

test('a web or worker killed anywhere on the way: each bounty ends once, to the unit, with its one token', async () => {
  const recordings = (
    await Promise.all([
      recordAll({ lanes: lanes.slice(0, 1), networks: ['eip155:8453'], endings: ['accept'] }),
      recordAll({ lanes: lanes.slice(1), networks: ['eip155:5042'], endings: ['cancel'] }),
    ])
  ).flat()
  const random = createRandom(1)
  const runs = recordings.flatMap((recording) => {
    const all = runsOf([{ ...recording, firstOnly: [] }])
    const settlement = all.filter((run) => run.stranger)
    return [...settlement, ...Array.from({ length: killsEach }, () => random.pick(all))]
  })
  const outcomes = await runMatrix({ lanes, runs, onResult: () => {} })
  expect(outcomes.flatMap((outcome) => outcome.violations)).toEqual([])
  expect(outcomes.map((outcome) => outcome.fired)).toEqual(runs.map(() => true))
}, 180_000)
