// @module-tag thorough

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzOperation } from '#testing/fuzz/fuzz-operation'
import { type FuzzService, openFuzzService } from '#testing/fuzz/fuzz-service'

// `npm run test:fuzz -- --seed 7 --runs 5000` goes further, and from anywhere.
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const runs = Number(process.env.FUZZ_RUNS ?? 50)

let service: FuzzService
beforeAll(async () => {
  service = await openFuzzService()
})
afterAll(() => service?.close())

test('what is paid for is answered', () => {
  expect(service.settled).toEqual({ createBounty: 201, queryObservations: 200 })
})

test(`${runs} valid and ${runs} broken requests to each operation are answered as documented; no answer is a server error or leaks internals`, {
  timeout: runs * 1_000 + 60_000,
}, async () => {
  const faults: string[] = []
  let sent = 0
  for (const operation of service.operations) {
    const begun = performance.now()
    const report = await fuzzOperation(service, operation, { seed, runs })
    faults.push(...report.faults)
    sent += report.sent
    if (process.env.FUZZ_SEED)
      process.stdout.write(
        `${operation.name.padEnd(20)} ${(performance.now() - begun).toFixed(0).padStart(6)} ms  ${JSON.stringify(report.statuses)}\n`,
      )
  }
  expect(sent).toBe(service.operations.length * 2 * runs)
  expect(service.operations.length).toBeGreaterThan(30)
  const few = faults.slice(0, 20).join('\n')
  expect(faults.length, `with FUZZ_SEED=${seed}:\n${few}`).toBe(0)
})
