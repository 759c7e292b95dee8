import { expect, test } from 'vitest'
import { describeOrder } from '#lib/domain/bounty/order-words'

const noName = () => undefined
const order = { amountUsdc: 120, deadlineDays: 7, brief: 'Once around the fountain.' }

test('an order says its amount, its days, and the cell where it is to be filmed', () => {
  expect(describeOrder({ ...order, brief: 'Once around.\n\nPlace: geohash u281z5' }, noName)).toBe(
    'A bounty of 120 USDC, open for 7 days from the payment. All of it goes to the contributor whose film you accept, or back to the wallet that pays if you cancel or accept none. To be filmed in the cell u281z5, around 48.14° N, 11.56° E.',
  )
  expect(describeOrder({ ...order, deadlineDays: 1 }, noName)).toContain('open for one day')
})

test('an order without a place says so, and what to write', () => {
  expect(describeOrder(order, noName)).toMatch(
    /The brief has no "Place:" line, .* "Place: geohash u281z5"\.$/,
  )
  expect(describeOrder({ ...order, brief: 'Once around.\nPlace: Karlsplatz, Munich' }, noName)).toMatch(
    /The "Place:" line of the brief was not understood \(it is neither a geohash nor a position\), .* "Place: geohash u281z5"\.$/,
  )
})

test('an order with an exact position names only its cell', () => {
  const words = describeOrder({ ...order, brief: 'Once around.\nPlace: 48.139123, 11.565642' }, noName)
  expect(words).toContain('in the cell u281z5, around 48.14° N, 11.56° E')
  expect(words).not.toContain('48.139')
})

test('an order names its cell by a town, so that swapped numbers show before they are paid', () => {
  const placed = (name: string) =>
    describeOrder({ ...order, brief: 'Once around.\nPlace: geohash sfp0h1' }, () => name)
  expect(placed('77 km from Djibouti, Djibouti')).toMatch(
    / The name of this cell: 77 km from Djibouti, Djibouti\.$/,
  )
  expect(placed('Around 11.26° N, 43.78° E')).toMatch(/ No town is known within 150 km of it\.$/)
})

test.each([
  ['Place: geohash aaaaaa', 'a geohash has no letter "a"'],
  ['Place: geohash u281z5 at the fountain', 'nothing may follow the geohash'],
  ['Place: geohash', 'it is neither a geohash nor a position'],
  ['Place: geohash u281-5', 'after "geohash" come 1 to 6 characters'],
  ['Place: 191.77, 11.25', 'a latitude of -90 to 90'],
  ['Place: 43.7, 11.2', 'at least two decimals'],
  ['Once around. Place: geohash u281z5', 'within a line of other words'],
])('an order with "%s" says why no place was understood', (line, why) => {
  expect(describeOrder({ ...order, brief: `Film it.\n${line}` }, noName)).toContain(why)
})
