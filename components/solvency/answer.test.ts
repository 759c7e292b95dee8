import { describe, expect, test } from 'vitest'
import type { SolvencyAmount } from '#lib/schemas/solvency'
import { answerOf, type Books, listed, owedAndHeld } from './answer.ts'

const usdc = (whole: number): SolvencyAmount => ({ usdc: `${whole}.00`, atomic: String(whole * 1_000_000) })

function booksOf(
  name: string,
  solvent: boolean | null,
  figures: {
    owed?: number
    others?: number
    inFlight?: number
    missing?: number
    deposits?: number
    taken?: number
  } = {},
): Books {
  const { owed = 0, others = 0, inFlight = 0, missing = 0, deposits = 0, taken = 0 } = figures
  const none = usdc(0)
  return {
    network: 'eip155:8453',
    name,
    usdc_address: '0x',
    escrow_address: '0x',
    previous_escrow_address: null,
    treasury_address: '0x',
    status: solvent === null ? 'could not check' : 'checked',
    solvent,
    block: null,
    escrow:
      solvent === null
        ? null
        : {
            balance: usdc(owed + others + deposits - missing),
            total_open: usdc(owed + others),
            our_bounties: usdc(owed),
            other_bounties: usdc(others),
            surplus: usdc(deposits),
            difference: usdc(-missing),
          },
    treasury:
      solvent === null
        ? null
        : {
            inflows: none,
            outflows: none,
            in_flight: usdc(inFlight),
            unmatched_in: none,
            unmatched_out: none,
            revenue: none,
            difference: usdc(-taken),
            shortfall: none,
          },
  }
}

describe('proof of funds in one sentence', () => {
  test('adds up all networks, with what is on its way', () => {
    const networks = [
      booksOf('Base', true, { owed: 4000, inFlight: 10 }),
      booksOf('Arc', true, { owed: 200 }),
    ]
    expect(answerOf({ solvent: true, networks })).toEqual({
      state: 'covered',
      sentences: ['4,210 USDC is owed for bounties.', '4,210 USDC is held.'],
      note: undefined,
    })
  })

  test('says in words that nothing is owed', () => {
    const answer = answerOf({ solvent: true, networks: [booksOf('Base', true)] })
    expect(answer.sentences).toEqual(['No money is owed for bounties right now.', 'None is missing.'])
  })

  test('unsolicited deposits cover nothing', () => {
    expect(owedAndHeld(booksOf('Base', false, { owed: 100, deposits: 30, missing: 20 }))).toEqual({
      owed: 100_000_000n,
      held: 80_000_000n,
    })
  })

  test('money that left the treasury for no bounty does not count as present', () => {
    expect(owedAndHeld(booksOf('Base', false, { inFlight: 100, taken: 40 }))).toEqual({
      owed: 100_000_000n,
      held: 60_000_000n,
    })
  })

  test('what is missing is named as our fault, and a network that was not checked is named too', () => {
    const networks = [booksOf('Base', false, { owed: 100, missing: 20 }), booksOf('Arc', null)]
    expect(answerOf({ solvent: false, networks })).toEqual({
      state: 'wrong',
      sentences: ['The figures on Base do not agree.'],
      note: '100 USDC is owed for bounties. 80 USDC is held. Until this is explained, treat it as our fault. Arc could not be checked.',
    })
  })

  test('"could not check" is a separate state and makes no claim about the money', () => {
    const networks = [booksOf('Base', null), booksOf('Arc', true, { others: 5 })]
    expect(answerOf({ solvent: null, networks })).toEqual({
      state: 'unchecked',
      sentences: ['Base could not be checked just now.'],
      note: 'This says nothing about the money. On Arc: 5 USDC is owed for bounties. 5 USDC is held.',
    })
    expect(answerOf({ solvent: null, networks: [booksOf('Base', null)] }).note).toBe(
      'This says nothing about the money.',
    )
  })

  test('lists names as people do', () => {
    expect(listed(['Base', 'Arc', 'Third'])).toBe('Base, Arc and Third')
  })
})
