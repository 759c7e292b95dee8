import { afterEach, expect, test, vi } from 'vitest'
import { noteServiceTime } from './note-service-time.ts'
import { serviceNow } from './service-clock.ts'

const hourMs = 3_600_000
const answeredAt = (ms: number) => ({ headers: new Headers({ date: new Date(ms).toUTCString() }) })
const differenceMs = () => serviceNow().getTime() - Date.now()

test.each([hourMs, -hourMs, 400 * 24 * hourMs])('a clock that is off by %d ms is corrected', (ms) => {
  noteServiceTime(answeredAt(Date.now() - ms))
  // A header has whole seconds.
  expect(Math.round(differenceMs() / 10_000)).toBe(Math.round(-ms / 10_000))
})

test('a clock that is set right counts again, and a response without a time changes nothing', () => {
  noteServiceTime(answeredAt(Date.now()))
  noteServiceTime({ headers: new Headers() })
  expect(Math.abs(differenceMs())).toBeLessThan(hourMs)
})

afterEach(() => vi.unstubAllGlobals())

test('the lead of a demonstration’s clock, which no header has, is counted too', () => {
  noteServiceTime(answeredAt(Date.now()))
  vi.stubGlobal('document', { documentElement: { dataset: { clockLead: '691200' } } })
  expect(Math.round(differenceMs() / 1_000)).toBe(691_200)
})
