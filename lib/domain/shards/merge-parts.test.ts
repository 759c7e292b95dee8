import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRows, fillGap, type Gap, mergeParts, type Ordered, type Part } from './merge-parts'

const row = (recency: number, id: number): Ordered => ({ recency, sha256: Uint8Array.of(id >> 8, id & 255) })

/** What a shard answers: its first rows within the window. */
const ask = (of: readonly Ordered[], { limit, ...window }: Pick<Gap, 'limit'> & Partial<Gap>) =>
  of
    .filter(
      ({ recency }) => recency >= (window.fromRecency ?? 0) && recency <= (window.toRecency ?? Infinity),
    )
    .slice(0, limit)

/** Rows with many ties, each on one of the shards; and for how many each shard is asked first. */
const anyShards = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc.record({
    limit: fc.integer({ min: 1, max: 30 }),
    first: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: count, maxLength: count }),
    rows: fc.uniqueArray(fc.record({ recency: fc.nat(8), id: fc.nat(500), shard: fc.nat(count - 1) }), {
      selector: ({ id }) => id,
      maxLength: 80,
    }),
  }),
)

test('for any rows, shards and first questions, the answer after at most one more question to each is that of one server', () => {
  fc.assert(
    fc.property(anyShards, ({ limit, first, rows }) => {
      const shards = first.map((_, place) =>
        rows
          .filter(({ shard }) => shard === place)
          .map(({ recency, id }) => row(recency, id))
          .sort(compareRows),
      )
      const parts = shards.map((of, place): Part<Ordered> => {
        const found = ask(of, { limit: first[place]! })
        return { rows: found, isCut: found.length >= first[place]! }
      })
      const { gaps } = mergeParts(parts, limit)
      const filled = parts.map((part, place) => {
        const gap = gaps[place]
        if (!gap) return part
        expect(gap.limit).toBeLessThanOrEqual(limit)
        const found = ask(shards[place]!, gap)
        // The result begins with the rows that are known.
        expect(found.slice(0, gap.known)).toEqual(part.rows.slice(-gap.known))
        return fillGap(part, gap, found)
      })
      const merged = mergeParts(filled, limit)
      expect(merged.gaps.filter(Boolean)).toEqual([])
      expect(merged.rows).toEqual(shards.flat().sort(compareRows).slice(0, limit))
      // No shard is asked again for rows that the answer has no place for.
      const complete = gaps.every((gap) => gap === undefined)
      if (complete) expect(mergeParts(parts, limit).rows).toEqual(merged.rows)
    }),
    { numRuns: 2_000 },
  )
})

test('shards that were asked for the whole answer are not asked again', () => {
  fc.assert(
    fc.property(anyShards, ({ limit, rows, first }) => {
      const parts = first.map((_, place): Part<Ordered> => {
        const of = rows.filter(({ shard }) => shard === place).map(({ recency, id }) => row(recency, id))
        const found = ask(of.sort(compareRows), { limit })
        return { rows: found, isCut: found.length >= limit }
      })
      expect(mergeParts(parts, limit).gaps.filter(Boolean)).toEqual([])
    }),
  )
})

test('a shard that was cut before the last row of the answer is asked for the rows between', () => {
  const cut = { rows: [row(1, 1), row(3, 2), row(3, 4)], isCut: true }
  const other = { rows: [row(2, 3), row(4, 5), row(5, 6)], isCut: true }
  expect(mergeParts([cut, other], 5)).toEqual({
    rows: [row(1, 1), row(2, 3), row(3, 2), row(3, 4), row(4, 5)],
    // Both rows of its last second are sent again, then one of its own, if that is before the other shard's.
    gaps: [{ fromRecency: 3, toRecency: 4, known: 2, limit: 3 }, undefined],
  })
})

test('a shard that was cut at the last row of the answer, or after it, is not asked again', () => {
  const parts = [
    { rows: [row(1, 1), row(3, 4)], isCut: true },
    { rows: [row(2, 2), row(3, 3)], isCut: true },
  ]
  expect(mergeParts(parts, 3).gaps).toEqual([undefined, undefined])
  expect(mergeParts(parts, 4).gaps).toEqual([undefined, { fromRecency: 3, toRecency: 3, known: 1, limit: 2 }])
})

test('while the answer is not full, every shard that was cut is asked to the end of the window', () => {
  const parts = [
    { rows: [row(1, 1)], isCut: true },
    { rows: [row(7, 2)], isCut: true },
    { rows: [], isCut: false },
  ]
  expect(mergeParts(parts, 10).gaps).toEqual([
    { fromRecency: 1, toRecency: undefined, known: 1, limit: 10 },
    { fromRecency: 7, toRecency: undefined, known: 1, limit: 9 },
    undefined,
  ])
})
