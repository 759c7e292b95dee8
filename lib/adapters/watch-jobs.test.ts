import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchJobs } from '#lib/adapters/watch-jobs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const heartbeatSeconds = 15

/** Watches a queue in which the heartbeat of the first running job is overdue after some time; `undefined`: none runs. */
function watch(untilOverdueMs: () => number | undefined | Promise<never>) {
  const begun = performance.now()
  const seen = { looks: [] as number[], supervised: 0, notified: 0, errors: 0 }
  const database = {
    executeSql: async (text: string) => {
      if (text.includes('pg_notify')) {
        seen.notified += 1
        return { rows: [] }
      }
      seen.looks.push(performance.now() - begun)
      return { rows: [{ ms: (await untilOverdueMs()) ?? null }] }
    },
  }
  const boss = { supervise: async () => void seen.supervised++ }
  const onError = () => void seen.errors++
  return { seen, stop: watchJobs({ boss: boss as never, database, heartbeatSeconds, onError }) }
}

test('while no job runs it looks once in each heartbeat limit', async () => {
  const { seen, stop } = watch(() => undefined)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(seen).toEqual({ looks: [0, 15_000, 30_000, 45_000, 60_000], supervised: 0, notified: 0, errors: 0 })
  await stop()
})

test('a job is queued again, and announced, at the moment when its heartbeat is overdue', async () => {
  const overdueAt = performance.now() + 4_200
  const { seen, stop } = watch(() => (seen.supervised === 0 ? overdueAt - performance.now() : undefined))
  await vi.advanceTimersByTimeAsync(4_199)
  expect(seen.supervised).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toMatchObject({ supervised: 1, notified: 1 })
  await stop()
})

test('the queues are maintained every five minutes, also if no heartbeat is ever overdue', async () => {
  const { seen, stop } = watch(() => undefined)
  await vi.advanceTimersByTimeAsync(901_000)
  expect(seen).toMatchObject({ supervised: 3, notified: 0 })
  await stop()
})

test('a database that does not answer is asked again, less and less often', async () => {
  const { seen, stop } = watch(() => Promise.reject(new Error('no answer')))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(seen.errors).toBe(seen.looks.length)
  expect(seen.looks.slice(0, 4)).toEqual([0, 1_000, 3_000, 6_000])
  expect(seen.looks.at(-1)! - seen.looks.at(-2)!).toBe(10_000)
  await stop()
})

test('after an outage of the database, which stops all heartbeats, no job is queued again before the living workers could send theirs', async () => {
  const begun = performance.now()
  const outageMs = 40_000
  const { seen, stop } = watch(() => {
    const now = performance.now() - begun
    if (now < outageMs) return Promise.reject(new Error('no answer'))
    const hasBeaten = now > outageMs + 9_000
    return hasBeaten ? 6_000 : -20_000
  })
  await vi.advanceTimersByTimeAsync(outageMs + 60_000)
  expect(seen).toMatchObject({ supervised: 0, notified: 0 })
  expect(seen.looks.length).toBeGreaterThan(seen.errors + 2)
  await stop()
})

test('stopping it takes effect at once', async () => {
  const { seen, stop } = watch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  await stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.looks).toEqual([0])
})
