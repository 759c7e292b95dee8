import { expect, test } from 'vitest'
import { feeText, gweiText } from './gas-words.ts'

test('fees have three digits and no exponent', () => {
  expect(feeText('1234567890123', 'ETH')).toBe('0.00000123 ETH')
  expect(feeText('12345678901234567', 'USDC')).toBe('0.0123 USDC')
  expect(feeText('0', 'ETH')).toBe('0 ETH')
  expect(['0.006252347', '1.2', '160', '0.000000001'].map(gweiText)).toEqual([
    ...['0.00625', '1.2', '160', '0.000000001'],
  ])
})
