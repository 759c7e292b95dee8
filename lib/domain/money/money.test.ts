import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUsdc, parseUsdc, readableUsdc } from '#lib/domain/money/money'

test('every amount survives the conversion from atomic units to text and back', () => {
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

test('a readable amount groups thousands, omits empty cents and loses nothing', () => {
  const amounts = [
    120_000_000n,
    5_000_000_000n,
    12_500_000n,
    10_000n,
    1_500n,
    0n,
    -1_234_000_000n,
    1_234_567_000_001n,
  ]
  expect(amounts.map(readableUsdc)).toEqual([
    '120',
    '5,000',
    '12.50',
    '0.01',
    '0.0015',
    '0',
    '-1,234',
    '1,234,567.000001',
  ])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }), (amount) => {
      expect(parseUsdc(readableUsdc(amount).replaceAll(',', ''))).toBe(amount)
    }),
  )
})
