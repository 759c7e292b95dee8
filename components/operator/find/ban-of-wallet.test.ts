import { expect, test } from 'vitest'
import { bansPlace, type LookedPlace } from '#lib/schemas/operator-find'
import { banOfWallet } from './ban-of-wallet.ts'

const wallet = `0x${'ab'.repeat(20)}`
const of = (outcome: LookedPlace['outcome'], id = wallet) =>
  banOfWallet({ id, places: [{ place: bansPlace, outcome, found: [] }] })

test('a wallet can be banned, and a banned one let in again', () => {
  expect(of('nothing')?.asked).toEqual({ action: 'ban_wallet', input: { wallet } })
  expect(of('found')?.asked).toEqual({ action: 'unban_wallet', input: { wallet } })
})

test('nothing is offered while it is not known whether it is banned, nor for what is no whole wallet', () => {
  expect(of('could_not_look')).toBeUndefined()
  expect(of('needs_whole_id')).toBeUndefined()
  expect(of('found', '0xababab')).toBeUndefined()
  expect(of('nothing', `0x${'ab'.repeat(32)}`)).toBeUndefined()
  expect(banOfWallet({ id: wallet, places: [] })).toBeUndefined()
})
