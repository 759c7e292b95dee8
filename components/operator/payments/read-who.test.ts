import { expect, test } from 'vitest'
import { readWho } from './read-who.ts'

const wallet = `0x${'ab'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`

test('a wallet and a hash filter the list, and another id is for the search', () => {
  expect(readWho(wallet)).toEqual({ filters: { payer: wallet, reference: '' } })
  expect(readWho(hash)).toEqual({ filters: { payer: '', reference: hash } })
  expect(readWho('')).toEqual({ filters: { payer: '', reference: '' } })
  expect(readWho('0xabab…abab')).toEqual({ search: '0xabab…abab' })
  expect(readWho('pier')).toEqual({ search: 'pier' })
})

test.each([`cairn_bounty_${'t'.repeat(43)}`, `cairn_${'k'.repeat(40)}`, 'whsec_abc'])(
  'a secret such as %s gets into no address',
  (secret) => {
    expect(readWho(secret)).toEqual({ problem: expect.stringMatching(/looks like a secret/) })
  },
)
