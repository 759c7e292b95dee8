import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeLimitsOf, raiseFees } from '#lib/adapters/chain/fees'

const gwei = 1_000_000_000n
const fees = fc
  .tuple(fc.bigInt(1n, 1_000n * gwei), fc.bigInt(0n, 1_000n * gwei))
  .map(([a, b]) => ({ maxFeePerGas: a > b ? a : b, maxPriorityFeePerGas: a > b ? b : a }))

test('raised fees replace the last ones at any node, are what the market asks, and never pass the cap', () => {
  fc.assert(
    fc.property(fc.constantFrom(8453, 5042, 1), fees, fees, (chainId, last, market) => {
      const raised = raiseFees(chainId, last, market)
      const { floor, cap } = feeLimitsOf(chainId)
      if (!raised) {
        expect([last.maxFeePerGas, last.maxPriorityFeePerGas].some((fee) => fee * 11n > cap * 10n)).toBe(true)
        return
      }
      expect(raised.maxFeePerGas * 10n).toBeGreaterThanOrEqual(last.maxFeePerGas * 11n)
      expect(raised.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(last.maxPriorityFeePerGas * 11n)
      expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(floor)
      expect(raised.maxFeePerGas).toBeLessThanOrEqual(cap)
      expect(raised.maxPriorityFeePerGas).toBeLessThanOrEqual(raised.maxFeePerGas)
      if (market.maxFeePerGas <= cap) expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(market.maxFeePerGas)
    }),
  )
})

test('Arc never sees less than 20 gwei', () => {
  const low = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  expect(raiseFees(5042, low, low)!.maxFeePerGas).toBe(20n * gwei)
})

test('what an operator allows stands in the place of the network’s limit, and no more is offered', () => {
  const { cap } = feeLimitsOf(8453)
  const last = { maxFeePerGas: cap, maxPriorityFeePerGas: cap }
  expect(raiseFees(8453, last, last)).toBeUndefined()
  expect(raiseFees(8453, last, last, (cap * 6n) / 5n)!.maxFeePerGas).toBe((cap * 9n) / 8n)
  expect(raiseFees(8453, last, last, (cap * 11n) / 10n)!.maxFeePerGas).toBe((cap * 11n) / 10n)
  expect(raiseFees(8453, last, last, (cap * 21n) / 20n)).toBeUndefined()
})
