import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RetryWait } from './retry-wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** @param random what chance decides: 0.5 changes no wait */
function start({ random = 0.5 } = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const page = { isSeen: true, requests: 0 }
  const wait = new RetryWait(
    () => {
      page.requests += 1
    },
    () => page.isSeen,
  )
  /** How many seconds pass from a failure to the next request. */
  const secondsToRequest = () => {
    const before = page.requests
    const begun = Date.now()
    wait.begin()
    vi.advanceTimersToNextTimer()
    expect(page.requests).toBe(before + 1)
    return (Date.now() - begun) / 1_000
  }
  return { wait, page, secondsToRequest }
}

test('each wait is twice as long as the one before, up to five minutes, until nothing fails any more', () => {
  const { wait, secondsToRequest } = start()
  const waits = Array.from({ length: 7 }, secondsToRequest)
  expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300])
  wait.reset()
  expect(secondsToRequest()).toBe(10)
})

test('chance shortens or lengthens a wait by up to a fifth', () => {
  expect(start({ random: 0 }).secondsToRequest()).toBe(8)
  expect(start({ random: 1 }).secondsToRequest()).toBe(12)
})

test('many failures are one request, and without a failure there is none', () => {
  const { wait, page } = start()
  wait.end()
  wait.resume()
  expect(page.requests).toBe(0)
  wait.begin()
  vi.advanceTimersByTime(9_000)
  wait.begin()
  vi.advanceTimersByTime(1_000)
  expect(page.requests).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that nobody sees requests nothing, and requests once when it is seen again', () => {
  const { wait, page, secondsToRequest } = start()
  page.isSeen = false
  wait.begin()
  vi.advanceTimersByTime(10_000)
  wait.begin()
  wait.end()
  wait.resume()
  expect(vi.getTimerCount()).toBe(0)
  expect(page.requests).toBe(0)
  page.isSeen = true
  wait.resume()
  wait.resume()
  expect(page.requests).toBe(1)
  expect(secondsToRequest()).toBe(20)
})

test('a page that is seen again waits on, and a connection that is back ends the wait', () => {
  const { wait, page } = start()
  wait.begin()
  wait.resume()
  expect(page.requests).toBe(0)
  wait.end()
  expect(page.requests).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('after the end of a map nothing is requested', () => {
  const { wait, page } = start()
  wait.begin()
  wait.reset()
  vi.advanceTimersByTime(600_000)
  wait.resume()
  expect(page.requests).toBe(0)
})
