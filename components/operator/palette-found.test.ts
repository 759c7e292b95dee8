import { expect, test } from 'vitest'
import { readOperatorId } from '#lib/domain/access/operator-id'
import { walletOf } from './palette-found.ts'

test('an address is that of a wallet, also a shortened one that was completed', () => {
  const address = `0x${'ab12'.repeat(10)}`
  const short = readOperatorId('0xab12ab12…ab12ab12')
  expect(walletOf(readOperatorId(address), undefined)).toBe(address)
  expect(walletOf(short, { id: address })).toBe(address)
  expect(walletOf(short, undefined)).toBeUndefined()
  expect(walletOf(short, { id: '0xab12ab12…ab12ab12' })).toBeUndefined()
  expect(walletOf(short, { id: `0x${'ab12'.repeat(16)}` })).toBeUndefined()
})
