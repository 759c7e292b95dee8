import { expect, test } from 'vitest'
import { readCallValue } from './call-value.ts'

const read = (contract: string, name: string, value: string) => readCallValue(contract, { name, value })

test('amounts of USDC are read in whole units', () => {
  expect(read('USDC', 'value', '10000')).toEqual({ is: 'amount', text: '0.01 USDC' })
  expect(read('escrow', 'amount', '120000000')).toEqual({ is: 'amount', text: '120 USDC' })
  expect(read('previous escrow', 'limit', '5000000000')).toEqual({ is: 'amount', text: '5,000 USDC' })
})

test('an allowance without a limit is named so', () => {
  expect(read('USDC', 'amount', String(2n ** 256n - 1n))).toEqual({ is: 'amount', text: 'unlimited' })
})

test('a value of another contract is not taken for USDC', () => {
  expect(read('EAS', 'request.data.value', '10000')).toEqual({ is: 'text' })
  expect(read('another contract', 'amount', '10000')).toEqual({ is: 'text' })
})

test('epoch seconds are times', () => {
  expect(read('USDC', 'validBefore', '1772625640')).toEqual({ is: 'time', iso: '2026-03-04T12:00:40.000Z' })
  expect(read('escrow', 'deadline', '1772625640')).toEqual({ is: 'time', iso: '2026-03-04T12:00:40.000Z' })
})

test('a time of zero, or one that no calendar has, is no limit', () => {
  expect(read('USDC', 'validAfter', '0')).toEqual({ is: 'no limit' })
  expect(read('EAS', 'request.data.expirationTime', '0')).toEqual({ is: 'no limit' })
  expect(read('USDC', 'validBefore', String(2n ** 256n - 1n))).toEqual({ is: 'no limit' })
})

test('addresses and hashes are told apart from text', () => {
  expect(read('USDC', 'to', `0x${'aB'.repeat(20)}`)).toEqual({ is: 'hash' })
  expect(read('USDC', 'nonce', `0x${'ab'.repeat(32)}`)).toEqual({ is: 'hash' })
  expect(read('escrow', 'id', '7')).toEqual({ is: 'text' })
  expect(read('EAS', 'request.data.data', '0x0123456789abcdef… (96 bytes)')).toEqual({ is: 'text' })
})
