import { describe, expect, test } from 'vitest'
import { createBatcher } from '#lib/adapters/batcher'

function recorded(options: {
  maxItems: number
  maxInFlight?: number
  overlapAfterMs?: number
  refillMs?: number
  expectsMore?: () => boolean
}) {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const add = createBatcher<number, number>({
    ...options,
    run: async (items) => {
      batches.push([...items])
      await new Promise<void>((resolve) => gates.push(resolve))
      if (items.includes(13)) throw new Error('unlucky')
      return items.map((item) => item * 2)
    },
  })
  const open = async () => {
    while (gates.length === 0) await new Promise(setImmediate)
    gates.shift()!()
  }
  return { add, batches, open }
}

describe('a batcher', () => {
  test('starts at once when idle, and fills the next batch while one runs', async () => {
    const { add, batches, open } = recorded({ maxItems: 10 })
    const first = add(1)
    while (batches.length === 0) await new Promise(setImmediate)
    const rest = [add(2), add(3), add(4)]
    await open()
    expect(await first).toBe(2)
    await open()
    expect(await Promise.all(rest)).toEqual([4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  test('never takes more items than its limit, and runs them all', async () => {
    const { add, batches, open } = recorded({ maxItems: 2 })
    const all = [1, 2, 3, 4, 5].map(add)
    for (let i = 0; i < 3; i += 1) await open()
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
    expect(batches.map((batch) => batch.length)).toEqual([2, 2, 1])
  })

  test('a failed batch fails only its own items', async () => {
    const { add, open } = recorded({ maxItems: 1 })
    const bad = expect(add(13)).rejects.toThrow('unlucky')
    const good = add(4)
    await open()
    await bad
    await open()
    expect(await good).toBe(8)
  })

  test('starts a batch beside a stuck one after `overlapAfterMs`', async () => {
    const { add, batches, open } = recorded({ maxItems: 10, maxInFlight: 2, overlapAfterMs: 5 })
    const stuck = add(1)
    while (batches.length === 0) await new Promise(setImmediate)
    const second = add(2)
    while (batches.length < 2) await new Promise(setImmediate)
    await open()
    await open()
    expect(await Promise.all([stuck, second])).toEqual([2, 4])
  })

  test('waits for a full batch only after a batch of several, and at most `refillMs`', async () => {
    const { add, batches, open } = recorded({ maxItems: 10, refillMs: 30 })
    const alone = add(1)
    await open()
    expect(await alone).toBe(2)
    const three = [2, 3, 4].map(add)
    await open()
    await Promise.all(three)
    // After a batch of three, one item waits until two more complete the batch.
    const early = add(5)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(batches).toEqual([[1], [2, 3, 4]])
    const late = [6, 7].map(add)
    await open()
    await Promise.all([early, ...late])
    // This one stays alone and starts when the wait is over. The next does not wait.
    const single = add(8)
    await open()
    await single
    const next = add(9)
    await open()
    await next
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7], [8], [9]])
  })

  test('waits for expected items regardless of the size of the last batch, and starts when no more are expected', async () => {
    const expected = new Set([1, 2, 3])
    const { add, batches, open } = recorded({
      maxItems: 10,
      refillMs: 1_000_000,
      expectsMore: () => expected.size > 0,
    })
    const arrive = (item: number) => {
      expected.delete(item)
      return add(item)
    }
    const early = [arrive(1), arrive(2)]
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(batches).toEqual([])
    const last = arrive(3)
    await open()
    expect(await Promise.all([...early, last])).toEqual([2, 4, 6])
    const alone = arrive(4)
    await open()
    await alone
    expect(batches).toEqual([[1, 2, 3], [4]])
  })

  test('starts after `refillMs` if expected items did not arrive', async () => {
    const { add, batches, open } = recorded({ maxItems: 10, refillMs: 5, expectsMore: () => true })
    const alone = add(1)
    await open()
    expect(await alone).toBe(2)
    expect(batches).toEqual([[1]])
  })
})
