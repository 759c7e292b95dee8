import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canReplace, limitFees, raiseFees } from '#lib/domain/chain/fees'

const gwei = 1_000_000_000n
const fees = fc
  .tuple(fc.bigInt(1n, 1_000n * gwei), fc.bigInt(0n, 1_000n * gwei))
  .map(([a, b]) => ({ maxFeePerGas: a > b ? a : b, maxPriorityFeePerGas: a > b ? b : a }))
const base = { floor: 0n, cap: 50n * gwei }
const arc = { floor: 20n * gwei, cap: 500n * gwei }

test('raised fees replace the last ones at any node, follow the market, and stay within the limits', () => {
  fc.assert(
    fc.property(fc.constantFrom(base, arc), fees, fees, (limits, last, market) => {
      const { floor, cap } = limits
      const raised = raiseFees({ last, market, limits })
      if (!raised) {
        expect([last.maxFeePerGas, last.maxPriorityFeePerGas].some((fee) => fee * 11n > cap * 10n)).toBe(true)
        return
      }
      expect(canReplace(last, raised)).toBe(true)
      expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(floor)
      expect(raised.maxFeePerGas).toBeLessThanOrEqual(cap)
      expect(raised.maxPriorityFeePerGas).toBeLessThanOrEqual(raised.maxFeePerGas)
      if (market.maxFeePerGas <= cap) expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(market.maxFeePerGas)
    }),
  )
})

test('a replacement needs a tenth more of both fees', () => {
  const last = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n }
  expect(canReplace(last, { maxFeePerGas: 110n, maxPriorityFeePerGas: 11n })).toBe(true)
  expect(canReplace(last, { maxFeePerGas: 109n, maxPriorityFeePerGas: 11n })).toBe(false)
  expect(canReplace(last, { maxFeePerGas: 110n, maxPriorityFeePerGas: 10n })).toBe(false)
})

test('fees below the floor of a network are raised to it', () => {
  const low = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  expect(limitFees(low, arc).maxFeePerGas).toBe(20n * gwei)
  expect(raiseFees({ last: low, market: low, limits: arc })!.maxFeePerGas).toBe(20n * gwei)
})

test('a cap set by an operator replaces the cap of the network', () => {
  const { floor, cap } = base
  const last = { maxFeePerGas: cap, maxPriorityFeePerGas: cap }
  const raiseTo = (allowed: bigint) =>
    raiseFees({ last, market: last, limits: { floor, cap: allowed } })?.maxFeePerGas
  expect(raiseTo(cap)).toBeUndefined()
  expect(raiseTo((cap * 6n) / 5n)).toBe((cap * 9n) / 8n)
  expect(raiseTo((cap * 11n) / 10n)).toBe((cap * 11n) / 10n)
  expect(raiseTo((cap * 21n) / 20n)).toBeUndefined()
})
