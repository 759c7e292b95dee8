import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAllowanceLeases } from '#lib/services/limits/allowance-leases'
import type { AllowanceRequest } from '#lib/services/limits/take-allowance'

const requestOf = (quota: number): AllowanceRequest => ({
  keyHash: new Uint8Array(32),
  quota,
  windowSeconds: 60,
})

/** The allowance of one client as the database has it, with a clock that the test moves. */
function createAllowance({ quota, windowSeconds }: AllowanceRequest) {
  const each = windowSeconds / quota
  const allowance = {
    nowSeconds: 0,
    spentUntil: 0,
    statements: 0,
    granted: 0,
    take: async ({ count }: { count: number }) => {
      allowance.statements += 1
      const spent = Math.max(0, allowance.spentUntil - allowance.nowSeconds)
      const granted = Math.min(count, Math.floor((windowSeconds - spent) / each + 1e-9))
      allowance.granted += granted
      allowance.spentUntil = allowance.nowSeconds + spent + granted * each
      return { granted, spentSeconds: spent + granted * each }
    },
  }
  return allowance
}

test('processes admit no more requests than were taken from the allowance, and hold back at most a twentieth of the quota each', async () => {
  const steps = fc.array(
    fc.record({
      process: fc.nat({ max: 2 }),
      requests: fc.integer({ min: 1, max: 60 }),
      pauseSeconds: fc.constantFrom(0, 0, 0.3, 5, 59, 61),
    }),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 19, 60, 300), steps, async (quota, steps) => {
      const request = requestOf(quota)
      const allowance = createAllowance(request)
      const processes = [0, 1, 2].map(() =>
        createAllowanceLeases(allowance.take, () => allowance.nowSeconds * 1_000),
      )
      let admitted = 0
      for (const { process, requests, pauseSeconds } of steps) {
        allowance.nowSeconds += pauseSeconds
        const answers = await Promise.all(
          Array.from({ length: requests }, () => processes[process]!.take(request)),
        )
        admitted += answers.filter(({ isAdmitted }) => isAdmitted).length
        expect(admitted).toBeLessThanOrEqual(allowance.granted)
        const elapsedSeconds = allowance.nowSeconds
        expect(admitted).toBeLessThanOrEqual(quota + (elapsedSeconds * quota) / 60 + 1e-6)
        for (const { isAdmitted, remaining, resetSeconds } of answers) {
          expect(remaining).toBeLessThanOrEqual(quota)
          expect(resetSeconds).toBeGreaterThanOrEqual(1)
          if (!isAdmitted) expect(remaining).toBe(0)
        }
      }
    }),
  )
})

test('a client within its allowance is refused only if other processes hold leases, at most a twentieth of its quota each', async () => {
  const request = requestOf(100)
  const allowance = createAllowance(request)
  const processes = [0, 1, 2].map(() => createAllowanceLeases(allowance.take, () => 0))
  let admitted = 0
  for (let at = 0; at < 300; at++) if ((await processes[at % 3]!.take(request)).isAdmitted) admitted += 1
  expect(admitted).toBe(100)
  // The worst case: two processes hold whole leases, and the client continues at the third.
  const worst = createAllowance(request)
  const [one, two, three] = [0, 1, 2].map(() => createAllowanceLeases(worst.take, () => 0))
  let used = 0
  const use = async (times: number, leases = one!) => {
    for (let at = 0; at < times; at++) if ((await leases.take(request)).isAdmitted) used += 1
  }
  await use(8, one)
  await use(8, two)
  await use(100, three)
  expect(used).toBeGreaterThanOrEqual(90)
})

test('a busy client needs few statements, and one with a small quota is counted one by one', async () => {
  const busy = createAllowance(requestOf(6_000))
  const leases = createAllowanceLeases(busy.take, () => 0)
  for (let at = 0; at < 6_000; at++)
    expect(await leases.take(requestOf(6_000))).toMatchObject({ isAdmitted: true })
  expect(busy.statements).toBeLessThan(40)
  const small = createAllowance(requestOf(19))
  const exact = createAllowanceLeases(small.take, () => 0)
  for (let at = 0; at < 19; at++)
    expect(await exact.take(requestOf(19))).toMatchObject({ isAdmitted: true, remaining: 18 - at })
  expect(small.statements).toBe(19)
})

test('requests that come together share statements', async () => {
  const request = requestOf(10)
  const allowance = createAllowance(request)
  const leases = createAllowanceLeases(allowance.take, () => 0)
  const answers = await Promise.all(Array.from({ length: 30 }, () => leases.take(request)))
  expect(answers.map(({ isAdmitted }) => isAdmitted)).toEqual(
    Array.from({ length: 30 }, (_, index) => index < 10),
  )
  expect(allowance.statements).toBe(2)
  // A refused client does not reach the database.
  expect(await leases.take(request)).toEqual({ isAdmitted: false, remaining: 0, resetSeconds: 6 })
  expect(allowance.statements).toBe(2)
})

test('if the database cannot be asked, the requests that waited for it fail, and the next one asks again', async () => {
  const allowance = createAllowance(requestOf(10))
  let isAway = true
  const leases = createAllowanceLeases(
    async (input) => {
      if (isAway) throw new Error('the database is away')
      return allowance.take(input)
    },
    () => 0,
  )
  const failed = await Promise.allSettled([leases.take(requestOf(10)), leases.take(requestOf(10))])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await leases.take(requestOf(10))).toMatchObject({ isAdmitted: true })
})

test('what is left of a lease is not used after a whole window', async () => {
  const request = requestOf(100)
  const allowance = createAllowance(request)
  const leases = createAllowanceLeases(allowance.take, () => allowance.nowSeconds * 1_000)
  for (let at = 0; at < 4; at++) await leases.take(request)
  const { granted } = allowance
  expect(granted).toBeGreaterThan(4)
  allowance.nowSeconds = 61
  await leases.take(request)
  expect(allowance.granted).toBe(granted + 1)
})
