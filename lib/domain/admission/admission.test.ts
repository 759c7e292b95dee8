import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adaptLimit,
  adaptPaidLimit,
  decideAdmission,
  type Load,
  leastLimit,
  leastPaid,
  mayRun,
  mostLimit,
  mostRunning,
  mostSettling,
  mostWaiting,
  nextToRun,
  type RequestClass,
  requestClasses,
} from '#lib/domain/admission/admission'

const anyClass = fc.constantFrom(...requestClasses)
const anyCounts = fc.record({
  in_flight: fc.nat(600),
  paid: fc.nat(600),
  free: fc.nat(600),
  page: fc.nat(600),
})
const anyLoad: fc.Arbitrary<Load> = fc.record({
  limit: fc.integer({ min: leastLimit, max: mostLimit }),
  paidLimit: fc.integer({ min: leastPaid, max: mostLimit }),
  running: anyCounts,
  waiting: anyCounts,
  settling: fc.nat(2 * mostSettling),
})

test('a request that may run leaves its class, and all less important ones, within their part of the limit', () => {
  fc.assert(
    fc.property(anyLoad, anyClass, (load, of) => {
      if (!mayRun(load, of)) return
      for (const each of requestClasses.slice(0, requestClasses.indexOf(of) + 1)) {
        const taken = requestClasses
          .slice(requestClasses.indexOf(each))
          .reduce((sum, lower) => sum + load.running[lower], 1)
        expect(taken).toBeLessThanOrEqual(mostRunning(load.limit, each))
      }
    }),
  )
})

test('a request that must wait holds back all less important ones; new payments at their own limit hold back only themselves', () => {
  fc.assert(
    fc.property(anyLoad, anyClass, anyClass, (load, one, other) => {
      const [more, less] = inOrder(one, other)
      const isAtOwnLimit = more === 'paid' && load.running.paid >= load.paidLimit
      if (mayRun(load, less) && !isAtOwnLimit) expect(mayRun(load, more)).toBe(true)
    }),
  )
})

test('new payments at their own limit leave places to free requests and to payments that have begun', () => {
  const running = { in_flight: 0, paid: leastPaid, free: 0, page: 0 }
  const waiting = { in_flight: 0, paid: 3, free: 1, page: 0 }
  const load = { limit: leastLimit, paidLimit: leastPaid, running, waiting, settling: 0 }
  expect(requestClasses.filter((of) => mayRun(load, of))).toEqual(['in_flight', 'free', 'page'])
  expect(nextToRun(load)).toBe('free')
})

test('less important requests leave a tenth of the limit to payments that have begun', () => {
  fc.assert(
    fc.property(fc.integer({ min: leastLimit, max: mostLimit }), (limit) => {
      expect(mostRunning(limit, 'in_flight') - mostRunning(limit, 'paid')).toBeGreaterThanOrEqual(limit / 10)
    }),
  )
})

test('the most important waiting request that may run is the next', () => {
  fc.assert(
    fc.property(anyLoad, (load) => {
      const next = nextToRun(load)
      if (!next) return
      expect(mayRun(load, next)).toBe(true)
      for (const more of requestClasses.slice(0, requestClasses.indexOf(next)))
        expect(load.waiting[more] === 0 || !mayRun(load, more)).toBe(true)
    }),
  )
})

test('a request waits only where fewer than twice as many of its class wait as may run', () => {
  fc.assert(
    fc.property(anyLoad, anyClass, (load, of) => {
      if (decideAdmission(load, of) === 'wait')
        expect(load.waiting[of]).toBeLessThan(mostWaiting(load.limit, of))
    }),
  )
})

test('no request overtakes another one of its class that waits', () => {
  fc.assert(
    fc.property(anyLoad, anyClass, (load, of) => {
      if (load.waiting[of] > 0) expect(decideAdmission(load, of)).not.toBe('run')
    }),
  )
})

test('too many open settlements refuse new payments, and none that has begun', () => {
  const none = { in_flight: 0, paid: 0, free: 0, page: 0 }
  const load = { limit: 64, paidLimit: 64, running: none, waiting: none, settling: mostSettling }
  expect(requestClasses.map((of) => decideAdmission(load, of))).toEqual(['run', 'refuse', 'run', 'run'])
})

test('the limit stays within its bounds', () => {
  const periods = fc.array(
    fc.record({ leastLagMs: fc.double({ min: 0, max: 5_000 }), wasReached: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.integer({ min: leastLimit, max: mostLimit }), periods, (first, given) => {
      let limit = first
      for (const period of given) {
        limit = adaptLimit(limit, period)
        expect(limit).toBeGreaterThanOrEqual(leastLimit)
        expect(limit).toBeLessThanOrEqual(mostLimit)
      }
    }),
  )
})

test('the limit falls to its least within two seconds of delays, and rises to its most within four of unused CPU', () => {
  let limit = mostLimit
  for (let period = 0; period < 20; period += 1)
    limit = adaptLimit(limit, { leastLagMs: 50, wasReached: true })
  expect(limit).toBe(leastLimit)
  for (let period = 0; period < 40; period += 1)
    limit = adaptLimit(limit, { leastLagMs: 1, wasReached: true })
  expect(limit).toBe(mostLimit)
})

test('only a limit that is reached rises', () => {
  expect(adaptLimit(64, { leastLagMs: 0, wasReached: false })).toBe(64)
})

function inOrder(one: RequestClass, other: RequestClass): [more: RequestClass, less: RequestClass] {
  return requestClasses.indexOf(one) <= requestClasses.indexOf(other) ? [one, other] : [other, one]
}

test('the limit of new payments falls while the quickest takes long, rises while it is reached and they are quick, and keeps its bounds', () => {
  const period = { leastWorkMs: 1_000, wasReached: true }
  let limit = mostLimit
  for (let count = 0; count < 20; count += 1) limit = adaptPaidLimit(limit, period)
  expect(limit).toBe(leastPaid)
  expect(adaptPaidLimit(limit, { leastWorkMs: undefined, wasReached: true })).toBe(limit)
  expect(adaptPaidLimit(limit, { leastWorkMs: 50, wasReached: false })).toBe(limit)
  for (let count = 0; count < 40; count += 1) limit = adaptPaidLimit(limit, { ...period, leastWorkMs: 50 })
  expect(limit).toBe(mostLimit)
})
