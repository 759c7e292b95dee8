import { expect, test } from 'vitest'
import { CaptureRefused, decideCapture, type FoundTime, type TimeHints } from '#lib/domain/proof/capture'

const now = Date.parse('2026-03-01T12:00:00Z')
const nowSeconds = now / 1_000
const none: FoundTime = { kind: 'none' }
const instant = (seconds: number): FoundTime => ({ kind: 'instant', seconds })
const local = (seconds: number): FoundTime => ({ kind: 'local', seconds })

function refusalsOf(cell: number | undefined, time: FoundTime, hints: TimeHints = {}): readonly string[] {
  try {
    decideCapture({ cell, time, hints, now })
    return []
  } catch (error) {
    if (error instanceof CaptureRefused) return error.refusals
    throw error
  }
}

test('everything that is missing is named at once', () => {
  expect(refusalsOf(undefined, none)).toEqual(['no_place', 'no_time'])
  expect(refusalsOf(undefined, local(5))).toEqual(['no_place', 'no_offset'])
  expect(refusalsOf(7, none)).toEqual(['no_time'])
})

test('this very second is not the future, the next one is', () => {
  expect(refusalsOf(7, instant(nowSeconds))).toEqual([])
  expect(refusalsOf(7, instant(nowSeconds + 1))).toEqual(['future'])
})

test('1970 is the first year', () => {
  expect(refusalsOf(7, instant(0))).toEqual([])
  expect(refusalsOf(7, instant(-1))).toEqual(['before_1970'])
})

test('a given time never replaces the time a file carries', () => {
  const facts = decideCapture({ cell: 7, time: instant(100), hints: { capturedAt: 200 }, now })
  expect(facts).toEqual({ cell: 7, capturedAt: 100 })
})

test('a given time is used for a file without a time, and for one whose local time has no offset', () => {
  for (const time of [none, local(100)])
    expect(decideCapture({ cell: 7, time, hints: { capturedAt: 200 }, now }).capturedAt).toBe(200)
})

test('a given offset turns a local time into an instant, and is preferred to a given time', () => {
  const hints = { utcOffsetMinutes: 120, capturedAt: 200 }
  expect(decideCapture({ cell: 7, time: local(10_000), hints, now }).capturedAt).toBe(10_000 - 7_200)
  expect(refusalsOf(7, local(nowSeconds), { utcOffsetMinutes: -60 })).toEqual(['future'])
})
