import { expect, test } from 'vitest'
import { secondsLeftText, uploadSecondsLeft } from './upload-pace.ts'

test('the remaining time follows from the pace of this attempt alone', () => {
  const sent = { sentBytes: 60, totalBytes: 100, byThisAttempt: 10, elapsedMs: 5_000 }
  expect(uploadSecondsLeft(sent)).toBe(20)
})

test('nothing is said of the time before there is a pace', () => {
  const sent = { sentBytes: 60, totalBytes: 100, byThisAttempt: 10, elapsedMs: 500 }
  expect(uploadSecondsLeft(sent)).toBeUndefined()
  expect(uploadSecondsLeft({ ...sent, byThisAttempt: 0, elapsedMs: 9_000 })).toBeUndefined()
})

test.each([
  [3, 'a few seconds left'],
  [21, 'about 30 seconds left'],
  [58, 'about 1 minute left'],
  [130, 'about 2 minutes left'],
  [3_600, 'about 1 hour left'],
  [9_000, 'about 3 hours left'],
])('%d seconds: %s', (seconds, text) => {
  expect(secondsLeftText(seconds)).toBe(text)
})
