import { bytesToHex, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { EscrowEvent, Transfer } from '#lib/adapters/chain/money-logs'
import { entriesOf } from '#lib/services/ledger/entries-of'

const account = (nth: number): Hex => pad(`0x${nth.toString(16)}`, { size: 20 })
const hash = (nth: number): Hex => pad(`0x${nth.toString(16)}`, { size: 32 })
const [token, escrow, treasury, payer, other, contributor] = [1, 2, 3, 4, 5, 6].map(account) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const revenue: Hex = `0x${'99'.repeat(20)}`
const books = { token, escrows: [escrow], treasury, revenue }

const transfer = (
  from: Hex,
  to: Hex,
  amountAtomic: bigint,
  logIndex: number,
  txHash = hash(1),
): Transfer => ({ block: 7, txHash, logIndex, from, to, amountAtomic })
const posted = (
  poster: Hex,
  onchainId: number,
  amountAtomic: bigint,
  logIndex: number,
  txHash = hash(1),
): EscrowEvent => ({
  kind: 'posted',
  escrow,
  block: 7,
  txHash,
  logIndex,
  onchainId,
  amountAtomic,
  party: payer,
  poster,
  ref: hash(onchainId),
})
const ended = (
  kind: 'released' | 'cancelled' | 'refunded',
  onchainId: number,
  amountAtomic: bigint,
  party: Hex,
  logIndex: number,
): EscrowEvent => ({ kind, escrow, block: 7, txHash: hash(1), logIndex, onchainId, amountAtomic, party })
const lines = (transfers: Transfer[], events: EscrowEvent[] = [], nonces: Record<number, Hex> = {}) =>
  entriesOf({ chainId: 1, books, transfers, events, nonceOf: ({ logIndex }) => nonces[logIndex] }).map(
    (line) => ({
      kind: line.kind,
      amount: line.amountAtomic,
      id: line.onchainId,
      ref: line.ref ? bytesToHex(line.ref) : null,
      refundTo: line.refundTo,
    }),
  )

describe('lines of the books', () => {
  test('money in and out of the treasury, with the nonce that moved it', () => {
    expect(
      lines([transfer(payer, treasury, 5n, 2), transfer(treasury, payer, 4n, 9)], [], { 2: hash(77) }),
    ).toEqual([
      { kind: 'treasury_in', amount: 5n, id: null, ref: hash(77), refundTo: null },
      { kind: 'treasury_out', amount: 4n, id: null, ref: null, refundTo: null },
    ])
  })

  test('money in and out of the escrow that belongs to no bounty', () => {
    expect(
      lines([
        transfer(other, escrow, 5n, 2),
        transfer(escrow, other, 4n, 9),
        transfer(treasury, escrow, 3n, 11),
      ]).map(({ kind }) => kind),
    ).toEqual(['escrow_in', 'escrow_out', 'escrow_in'])
  })

  test('a post and a donation of the same amount by the same account in one transaction are distinguished', () => {
    expect(
      lines([transfer(other, escrow, 5n, 0), transfer(other, escrow, 5n, 2)], [posted(other, 9, 5n, 1)]),
    ).toEqual([
      { kind: 'escrow_in', amount: 5n, id: null, ref: null, refundTo: null },
      { kind: 'posted', amount: 5n, id: 9, ref: hash(9), refundTo: payer },
    ])
  })

  test('several posts and ends in one transaction keep their own transfers', () => {
    expect(
      lines(
        [
          transfer(treasury, escrow, 5n, 1),
          transfer(treasury, escrow, 5n, 3),
          transfer(escrow, contributor, 5n, 5),
          transfer(escrow, treasury, 5n, 7),
          transfer(escrow, payer, 8n, 9),
        ],
        [
          posted(treasury, 1, 5n, 0),
          posted(treasury, 2, 5n, 2),
          ended('released', 1, 5n, contributor, 4),
          ended('cancelled', 2, 5n, treasury, 6),
          ended('refunded', 3, 8n, payer, 8),
        ],
      ).map(({ kind, id }) => [kind, id]),
    ).toEqual([
      ['posted', 1],
      ['posted', 2],
      ['released', 1],
      ['cancelled', 2],
      ['refunded', 3],
    ])
  })

  test('an event of another transaction is not matched', () => {
    expect(() => lines([transfer(other, escrow, 5n, 2)], [posted(other, 9, 5n, 1, hash(2))])).toThrow(
      'bounty 9 was posted, but no transfer matches it',
    )
  })

  test.each([
    ['none', []],
    ['another amount', [transfer(other, escrow, 4n, 2)]],
    ['another poster', [transfer(payer, escrow, 5n, 2)]],
    ['one before it', [transfer(other, escrow, 5n, 0)]],
  ])('throws for a post that lacks its transfer (%s)', (_, transfers) => {
    expect(() => lines(transfers, [posted(other, 9, 5n, 1)])).toThrow('no transfer matches it')
  })

  test('ignores transfers of zero and transfers from an address to itself', () => {
    expect(lines([transfer(treasury, payer, 0n, 2), transfer(treasury, treasury, 5n, 3)])).toEqual([])
  })
})
