import { expect, test } from 'vitest'
import { describeOrder } from '#lib/domain/bounty/order-words'

const order = { amountUsdc: 120, deadlineDays: 7, brief: 'Once around the fountain.' }

test('an order says its amount, its days, and the cell where it is to be filmed', () => {
  expect(describeOrder({ ...order, brief: 'Once around.\n\nPlace: geohash u281z5' })).toBe(
    'A bounty of 120 USDC, open for 7 days from the payment. All of it goes to the contributor whose film you accept, or back to the wallet that pays if you cancel or accept none. To be filmed in the cell u281z5, around 48.14° N, 11.56° E.',
  )
  expect(describeOrder({ ...order, deadlineDays: 1 })).toContain('open for one day')
})

test('an order without a place says so, and what to write', () => {
  expect(describeOrder(order)).toMatch(/The brief has no "Place:" line, .* "Place: geohash u281z5"\.$/)
  expect(describeOrder({ ...order, brief: 'Once around.\nPlace: Karlsplatz, Munich' })).toMatch(
    /The "Place:" line of the brief was not understood, .* "Place: geohash u281z5"\.$/,
  )
})

test('an order with an exact position names only its cell', () => {
  const words = describeOrder({ ...order, brief: 'Once around.\nPlace: 48.139123, 11.565642' })
  expect(words).toContain('in the cell u281z5, around 48.14° N, 11.56° E')
  expect(words).not.toContain('48.139')
})
