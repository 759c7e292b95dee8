import { expect, test } from 'vitest'
import { createExpectedSettlements } from '#lib/adapters/facilitator/expected-settlements'

test('a payment is expected from its verification until it is settled, and for a limited time', () => {
  let now = 0
  const expected = createExpectedSettlements({ expectedForMs: 50, now: () => now })
  expect(expected.hasAny()).toBe(false)
  expected.add('first')
  now = 30
  expected.add('second')
  expected.remove('first')
  expect(expected.hasAny()).toBe(true)
  now = 79
  expect(expected.hasAny()).toBe(true)
  now = 80
  expect(expected.hasAny()).toBe(false)
})

test('a payment that is verified again is expected for the full time', () => {
  let now = 0
  const expected = createExpectedSettlements({ expectedForMs: 50, now: () => now })
  expected.add('again')
  now = 10
  expected.add('other')
  now = 20
  expected.add('again')
  now = 69
  expect(expected.hasAny()).toBe(true)
  now = 70
  expect(expected.hasAny()).toBe(false)
})
