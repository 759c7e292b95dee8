import { describe, expect, test } from 'vitest'
import { createLane } from '#lib/adapters/lane'

function recorded(options: {
  maxItems: number
  maxInFlight?: number
  maxGatherMs?: number
  companyMs?: number
}) {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const lane = createLane<number, number>({
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
  return { lane, batches, open }
}

describe('a lane', () => {
  test('starts at once when idle and gathers while a batch is under way', async () => {
    const { lane, batches, open } = recorded({ maxItems: 10 })
    const first = lane(1)
    while (batches.length === 0) await new Promise(setImmediate)
    const rest = [lane(2), lane(3), lane(4)]
    await open()
    expect(await first).toBe(2)
    await open()
    expect(await Promise.all(rest)).toEqual([4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  test('never takes more than its limit and leaves nobody behind', async () => {
    const { lane, batches, open } = recorded({ maxItems: 2 })
    const all = [1, 2, 3, 4, 5].map(lane)
    for (let i = 0; i < 3; i += 1) await open()
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10])
    expect(batches.map((batch) => batch.length)).toEqual([2, 2, 1])
  })

  test('a failed batch fails only its own items', async () => {
    const { lane, open } = recorded({ maxItems: 1 })
    const bad = expect(lane(13)).rejects.toThrow('unlucky')
    const good = lane(4)
    await open()
    await bad
    await open()
    expect(await good).toBe(8)
  })

  test('does not wait for a stuck batch when told how long to gather', async () => {
    const { lane, batches, open } = recorded({ maxItems: 10, maxInFlight: 2, maxGatherMs: 5 })
    const stuck = lane(1)
    while (batches.length === 0) await new Promise(setImmediate)
    const second = lane(2)
    while (batches.length < 2) await new Promise(setImmediate)
    await open()
    await open()
    expect(await Promise.all([stuck, second])).toEqual([2, 4])
  })

  test('waits for company only after company, and not for ever', async () => {
    const { lane, batches, open } = recorded({ maxItems: 10, companyMs: 30 })
    const alone = lane(1)
    await open()
    expect(await alone).toBe(2)
    const three = [2, 3, 4].map(lane)
    await open()
    await Promise.all(three)
    // After a batch of three: one comes at once and is kept back, two more complete the company.
    const early = lane(5)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(batches).toEqual([[1], [2, 3, 4]])
    const late = [6, 7].map(lane)
    await open()
    await Promise.all([early, ...late])
    // This one stays alone, goes when the wait is over, and the next has nobody to wait for.
    const single = lane(8)
    await open()
    await single
    const next = lane(9)
    await open()
    await next
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7], [8], [9]])
  })
})
