import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { burstMs, mostWaiting, type RequestClass, requestClasses } from '#lib/domain/admission/admission'
import { createAdmissionQueue, type Entry } from '#lib/http/admission/admission-queue'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const firstLimit = createAdmissionQueue({}).load().limit

type Asked = {
  of: RequestClass
  entry: Entry
  outcome: 'none' | 'run' | 'refused'
  askedAt: number
  decidedAt: number
}

function ask(queue: ReturnType<typeof createAdmissionQueue>, of: RequestClass): Asked {
  const asked: Partial<Asked> = { of, outcome: 'none', askedAt: Date.now() }
  const decide = (outcome: 'run' | 'refused') => {
    expect(asked.outcome).toBe('none')
    Object.assign(asked, { outcome, decidedAt: Date.now() })
  }
  asked.entry = queue.enter(of, { run: () => decide('run'), refuse: () => decide('refused') })
  return asked as Asked
}

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('ask' as const), of: fc.constantFrom(...requestClasses) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const), at: fc.nat(), ms: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(30) }) },
)

test('in any order of arrivals and ends: bounds hold, importance decides, and nothing waits longer than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 100, maxLength: 600 }), async (actions) => {
      const queue = createAdmissionQueue({ adapt: (limit) => limit, firstLimit: 24 })
      const all: Asked[] = []
      for (const each of actions) {
        if (each.do === 'ask') all.push(ask(queue, each.of))
        if (each.do === 'pass') await vi.advanceTimersByTimeAsync(each.ms)
        // A client may go away at any time: before its request runs, while it runs, or after its answer.
        if (each.do === 'end') all[each.at % all.length]?.entry.end()
        if (each.do === 'settle') {
          const one = all[each.at % all.length]
          if (one?.outcome === 'run')
            void one.entry.settling(() => new Promise<void>((done) => setTimeout(done, each.ms)))
        }
        const { limit, running, waiting } = queue.load()
        if (requestClasses.some((of) => running[of] < 0 || waiting[of] > mostWaiting(limit, of)))
          throw new Error(`beyond the bounds: ${JSON.stringify(queue.load())}`)
      }
      for (const { outcome, askedAt, decidedAt } of all)
        if (outcome !== 'none') expect(decidedAt - askedAt).toBeLessThanOrEqual(burstMs)
      for (const { entry } of all) entry.end()
      await vi.advanceTimersByTimeAsync(1_000)
      const { running, waiting, settling } = queue.load()
      expect({ running, waiting, settling }).toEqual({ running: none, waiting: none, settling: 0 })
    }),
    { numRuns: 50 },
  )
})

test('a place that becomes free goes to the most important waiting request', () => {
  const queue = createAdmissionQueue({})
  const running = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  const waiting = requestClasses.toReversed().map((of) => ask(queue, of))
  for (const { entry } of running.slice(0, 1)) entry.end()
  expect(waiting.map(({ of, outcome }) => [of, outcome])).toEqual([
    ['page', 'none'],
    ['free', 'none'],
    ['paid', 'none'],
    ['in_flight', 'run'],
  ])
})

test('a request that gets no place in time is refused, and takes none afterwards', async () => {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  const running = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  const late = ask(queue, 'free')
  await vi.advanceTimersByTimeAsync(burstMs)
  expect(late.outcome).toBe('refused')
  for (const { entry } of running) entry.end()
  expect(queue.load().running).toEqual(none)
})

test('a burst waits for its turn; in a queue that has not been empty for a second, a request is refused after a moment', async () => {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  const running = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  const burst = Array.from({ length: firstLimit }, () => ask(queue, 'free'))
  await vi.advanceTimersByTimeAsync(burstMs - 1)
  const overload = ask(queue, 'free')
  for (const { entry } of running.slice(0, 40)) entry.end()
  expect(burst.filter(({ outcome }) => outcome === 'run').length).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(40)
  expect(overload).toMatchObject({ outcome: 'refused', decidedAt: overload.askedAt + 40 })
  for (const { entry } of [...running, ...burst]) entry.end()
  // Requests end in batches, which empty the queue for a moment. The overload continues.
  const third = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  const soon = ask(queue, 'free')
  await vi.advanceTimersByTimeAsync(40)
  expect(soon.outcome).toBe('refused')
  for (const { entry } of third) entry.end()
  // After a second in which no request waited, a request may wait for up to a second again.
  await vi.advanceTimersByTimeAsync(burstMs + 1)
  const again = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  const next = ask(queue, 'free')
  await vi.advanceTimersByTimeAsync(burstMs / 2)
  for (const { entry } of again) entry.end()
  expect(next.outcome).toBe('run')
})

test('new payments take fewer places while each takes long, for any number of payments that settle meanwhile', async () => {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  const before = queue.load().paidLimit
  for (let round = 0; round < 4; round += 1) {
    const paid = Array.from({ length: 20 }, () => ask(queue, 'paid'))
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(paid.map(({ entry }) => entry.settling(async () => {})))
    for (const { entry } of paid) entry.end()
  }
  // A period ends only while there are requests.
  const other = ask(queue, 'free')
  await vi.advanceTimersByTimeAsync(1_000)
  other.entry.end()
  const slow = queue.load().paidLimit
  expect(slow).toBeLessThan(before)
  // A settlement only waits for the chain, so it does not count as work.
  const paid = Array.from({ length: 20 }, () => ask(queue, 'paid'))
  const settled = paid.map(({ entry }) =>
    entry.settling(() => new Promise((done) => setTimeout(done, 5_000))),
  )
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(settled)
  for (const { entry } of paid) entry.end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(queue.load().paidLimit).toBe(slow)
})

test('a client that goes away while it waits is neither answered nor counted', async () => {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  const running = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  const gone = ask(queue, 'paid')
  gone.entry.end()
  for (const { entry } of running) entry.end()
  await vi.advanceTimersByTimeAsync(burstMs)
  expect(gone.outcome).toBe('none')
  expect(queue.load().waiting).toEqual(none)
})

test('a request that waits for its settlement leaves its place to another, and always continues afterwards', async () => {
  const queue = createAdmissionQueue({})
  const running = Array.from({ length: firstLimit }, () => ask(queue, 'in_flight'))
  let settle = () => {}
  const settled = running[0]!.entry.settling(() => new Promise<void>((done) => (settle = done)))
  expect(ask(queue, 'in_flight').outcome).toBe('run')
  expect(queue.load()).toMatchObject({ running: { in_flight: firstLimit }, settling: 1 })
  settle()
  await settled
  expect(queue.load()).toMatchObject({ running: { in_flight: firstLimit + 1 }, settling: 0 })
})

test('a settlement that fails leaves no count behind', async () => {
  const queue = createAdmissionQueue({})
  const { entry } = ask(queue, 'paid')
  await expect(entry.settling(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  entry.end()
  expect(queue.load()).toMatchObject({ running: none, settling: 0 })
})

const none = { in_flight: 0, paid: 0, free: 0, page: 0 }
