// @module-tag thorough

import { expect, inject, test } from 'vitest'
import { runChaos } from '#testing/chaos/chaos-run'

// A short run of `npm run test:chaos`.
test('a dozen bounties while everything breaks: no violation, and no work left afterwards', async () => {
  const outcome = await runChaos({ serverUrl: inject('postgresUrl'), bounties: 12, waveSize: 12, seed: 3 })
  expect(outcome.violations).toEqual([])
  expect(outcome.orders.every((order) => order.bountyId)).toBe(true)
}, 300_000)
