import { expect, test } from 'vitest'
import { nextPartitionWidth } from '#lib/domain/payment/answer-retention'

/** The number of partitions after some days with so many payments a day, if each is dropped a day after it is full. */
function partitionsAfter(days: number, perDay: bigint): number {
  const stored: { from: bigint; to: bigint }[] = []
  for (let now = 0n; now < BigInt(days) * perDay; now += perDay / 1_440n) {
    while (stored.filter(({ from }) => from > now).length < 2) {
      const from = stored.at(-1)?.to ?? 0n
      stored.push({ from, to: from + nextPartitionWidth(stored) })
    }
    while (stored[0]!.to < now - perDay) stored.shift()
  }
  return stored.length
}

test('the number of partitions does not grow with the traffic', () => {
  expect(partitionsAfter(3, 10_000n)).toBeLessThanOrEqual(4)
  expect(partitionsAfter(3, 1_000_000n)).toBeLessThanOrEqual(24)
  expect(partitionsAfter(5, 50_000_000n)).toBeLessThanOrEqual(24)
})
