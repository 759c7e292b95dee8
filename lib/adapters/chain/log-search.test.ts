import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchBack } from '#lib/adapters/chain/log-search'

const block = fc.integer({ min: 0, max: 20_000 })

test('an entry is found if and only if its block is searched, and no provider is asked for too much', async () => {
  await fc.assert(
    fc.asyncProperty(block, block, block, async (from, to, at) => {
      const asked: [bigint, bigint][] = []
      const found = await searchBack({ from, to }, async (first, last) => {
        asked.push([first, last])
        return first <= BigInt(at) && BigInt(at) <= last ? [at] : []
      })
      expect(found).toBe(from <= at && at <= to ? at : undefined)
      for (const [index, [first, last]] of asked.entries()) {
        expect(last - first + 1n).toBeLessThanOrEqual(2_000n)
        expect(last).toBe(index === 0 ? BigInt(to) : asked[index - 1]![0] - 1n)
        expect(first).toBeGreaterThanOrEqual(BigInt(from))
      }
    }),
  )
})
