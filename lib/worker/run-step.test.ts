import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { runStep } from '#lib/worker/run-step'
import type { Step } from '#lib/worker/step'
import { createWaker } from '#lib/worker/waker'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minuteMs = 60_000
const ctx = { log: { info: () => {}, error: () => {} } } as unknown as Context

/** Runs a step that has run for its first minute, which is as busy as one after a notification. */
async function startIdle(given: Partial<Step>, waker = createWaker()) {
  const abort = new AbortController()
  let runs = 0
  const step: Step = {
    name: 'test',
    everyMs: 1_000,
    onNotify: true,
    ...given,
    run: async (args) => {
      runs += 1
      return given.run?.(args)
    },
  }
  const running = runStep({ ctx, step, waker, signal: abort.signal })
  await vi.advanceTimersByTimeAsync(minuteMs + 1_000)
  /** How often the step runs in a time. */
  const runsIn = async (ms: number) => {
    const before = runs
    await vi.advanceTimersByTimeAsync(ms)
    return runs - before
  }
  const stop = async () => {
    abort.abort()
    await running
  }
  return { waker, runsIn, stop }
}

test('a step without work runs every half minute', async () => {
  const { runsIn, stop } = await startIdle({})
  expect(await runsIn(10 * minuteMs)).toBe(20)
  await stop()
})

test('a notification runs it at once, and often for the next minute', async () => {
  const { waker, runsIn, stop } = await startIdle({})
  waker.wake()
  expect(await runsIn(0)).toBe(1)
  expect(await runsIn(minuteMs)).toBe(60)
  expect(await runsIn(10 * minuteMs)).toBeLessThanOrEqual(21)
  await stop()
})

test('a notification that does not arrive delays its work by half a minute at most', async () => {
  const { runsIn, stop } = await startIdle({})
  expect(await runsIn(30_000)).toBe(1)
  await stop()
})

test('a step with work in progress runs as often as before', async () => {
  const { runsIn, stop } = await startIdle({ run: async () => 'busy' })
  expect(await runsIn(minuteMs)).toBe(60)
  await stop()
})

test('work that is due at a time is done at that time', async () => {
  let dueAt = Number.POSITIVE_INFINITY
  const { waker, runsIn, stop } = await startIdle({ nextDueMs: async () => dueAt - Date.now() })
  dueAt = Date.now() + 2 * minuteMs + 7_000
  waker.wake()
  await runsIn(2 * minuteMs)
  await runsIn(6_900)
  expect(await runsIn(200)).toBe(1)
  await stop()
})

test('work that appears without a notification is found by the next look', async () => {
  let dueAt = Number.POSITIVE_INFINITY
  const nextDueMs = async () => dueAt - Date.now()
  const { runsIn, stop } = await startIdle({ nextDueMs, lookEveryMs: 5_000, idleEveryMs: 2 * minuteMs })
  expect(await runsIn(10 * minuteMs)).toBe(5)
  dueAt = Date.now()
  expect(await runsIn(5_000)).toBe(1)
  dueAt = Date.now() + 12_000
  expect(await runsIn(11_900)).toBe(0)
  expect(await runsIn(200)).toBe(1)
  await stop()
})

test('work that is overdue is done at once, and no timer is asked for a time in the past', async () => {
  const waker = createWaker()
  const sleep = vi.spyOn(waker, 'sleep')
  let dueAt = Number.POSITIVE_INFINITY
  const nextDueMs = async () => dueAt - Date.now()
  const { runsIn, stop } = await startIdle({ nextDueMs, lookEveryMs: 5_000 }, waker)
  dueAt = Date.now() - 1_600
  expect(await runsIn(5_000)).toBe(1)
  await stop()
  for (const [{ ms }] of sleep.mock.calls) expect(ms).toBeGreaterThanOrEqual(0)
})

test('a step that may not do what is due asks for it again at the pace of its looks', async () => {
  const { runsIn, stop } = await startIdle({ nextDueMs: async () => 0, lookEveryMs: 5_000 })
  expect(await runsIn(minuteMs)).toBe(12)
  await stop()
})

test('a retry that is due soon does not wait for the next look', async () => {
  const dueAt: number[] = []
  const nextDueMs = async () => (dueAt[0] ?? Number.POSITIVE_INFINITY) - Date.now()
  const run = async () => void (dueAt[0] !== undefined && dueAt[0] <= Date.now() && dueAt.shift())
  const { waker, runsIn, stop } = await startIdle({ run, nextDueMs, lookEveryMs: 30_000 })
  waker.wake()
  await runsIn(minuteMs)
  dueAt.push(Date.now() + 4_000)
  waker.wake()
  await runsIn(3_900)
  expect(await runsIn(200)).toBeGreaterThan(0)
  expect(dueAt).toEqual([])
  await stop()
})

test('idle steps that started at different times wake together', async () => {
  const runsAt: number[][] = [[], []]
  const steps = await Promise.all(
    runsAt.map(async (times, index) => {
      await vi.advanceTimersByTimeAsync(index * 1_700)
      return startIdle({ run: async () => void times.push(performance.now()) })
    }),
  )
  await vi.advanceTimersByTimeAsync(minuteMs)
  for (const times of runsAt) times.length = 0
  await vi.advanceTimersByTimeAsync(5 * minuteMs)
  expect(runsAt[0]!.map(Math.round)).toEqual(runsAt[1]!.map(Math.round))
  for (const { stop } of steps) await stop()
})

test('a step that cannot be notified runs at its own pace', async () => {
  const { runsIn, stop } = await startIdle({ onNotify: false, everyMs: 5_000 })
  expect(await runsIn(minuteMs)).toBe(12)
  await stop()
})

test('a step that ends just before the common moment of waking has no pause of a negative length', async () => {
  const waker = createWaker()
  const sleep = vi.spyOn(waker, 'sleep')
  const run = () => new Promise<void>((done) => setTimeout(done, 4_830))
  const { stop } = await startIdle({ everyMs: 5_000, run }, waker)
  expect(sleep.mock.calls.length).toBeGreaterThan(10)
  expect(sleep.mock.calls.filter(([{ ms }]) => ms < 0)).toEqual([])
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await stopped
})

test('a step of its own idle pace has that one', async () => {
  const { runsIn, stop } = await startIdle({ idleEveryMs: 5_000 })
  expect(await runsIn(minuteMs)).toBe(12)
  await stop()
})

test('a step that fails waits twice as long each time, a minute at most, until it works again', async () => {
  let works = false
  const run = async () => {
    if (!works) throw new Error('not yet')
  }
  const { runsIn, stop } = await startIdle({ onNotify: false, everyMs: 10, run })
  // It ran after 0, 1, 3, 7, 15 and 31 s; the next time is after 63 s.
  expect(await runsIn(minuteMs)).toBe(1)
  expect(await runsIn(10 * minuteMs)).toBe(10)
  works = true
  await runsIn(minuteMs)
  expect(await runsIn(1_000)).toBe(100)
  await stop()
})
