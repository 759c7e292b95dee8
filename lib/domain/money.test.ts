import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUsdc, parseUsdc } from '#lib/domain/money'

test('text and atomic units are the same amount, whatever the amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }), (amount) => {
      expect(parseUsdc(formatUsdc(amount))).toBe(amount)
    }),
  )
})

test('prices read as people write them', () => {
  expect([10_000n, 5_000n, 1n, 120_000_000n, -250_000n].map(formatUsdc)).toEqual([
    '0.01',
    '0.005',
    '0.000001',
    '120.00',
    '-0.25',
  ])
})

test.each(['', '.5', '1.', '1e3', '-1', '0.0000001', '1,5', ' 1', '0x10', 'NaN'])(
  '%j is no amount',
  (text) => {
    expect(() => parseUsdc(text)).toThrow(RangeError)
  },
)
