import { expect, test } from 'vitest'
import { payerDelaySeconds } from '#lib/domain/payment/payer-delay'

const delays = (hasCode: boolean) =>
  Array.from({ length: 20 }, (_, failures) => payerDelaySeconds({ failures, hasCode }))

test('a payer with code waits from its first failure on: ten minutes, growing to a day', () => {
  expect(delays(true).slice(0, 6)).toEqual([0, 600, 2_400, 9_600, 38_400, 86_400])
  expect(delays(true).at(-1)).toBe(86_400)
})

test('a plain account may fail once; after that it waits half a minute, and longer with each failure, up to an hour', () => {
  expect(delays(false).slice(0, 5)).toEqual([0, 0, 30, 60, 120])
  expect(delays(false).at(-1)).toBe(3_600)
})

test.each([true, false])('no further failure ever shortens the wait (code: %s)', (hasCode) => {
  const all = delays(hasCode)
  expect(all).toEqual([...all].sort((a, b) => a - b))
})
