import { expect, test } from 'vitest'
import { auditReport, exitStatus } from '#lib/cli/audit-report'
import { type Audit, verdictOf } from '#lib/services/ledger/audit'
import { finding } from '#lib/services/ledger/finding'
import type { NetworkBooks } from '#lib/services/ledger/read-books'

const books = {
  revenue: `0x${'44'.repeat(20)}`,
  token: `0x${'11'.repeat(20)}`,
  escrows: [`0x${'22'.repeat(20)}`],
  treasury: `0x${'33'.repeat(20)}`,
} as const
const about = { network: 'eip155:8453', name: 'Base', books }

function checked(changes: {
  escrowDifference?: bigint
  treasuryDifference?: bigint
  allOpen?: bigint
}): NetworkBooks {
  return {
    ...about,
    checked: true,
    block: { number: 42, hash: `0x${'ab'.repeat(32)}`, time: new Date('2026-11-20T12:00:00Z') },
    figures: {
      escrow: {
        balance: 100_000_001n,
        totalOpen: 100_000_000n,
        ours: 60_000_000n,
        others: 40_000_000n,
        surplus: 1n,
        difference: changes.escrowDifference ?? 0n,
      },
      treasury: {
        inflows: 1_250_000_000n,
        outflows: 60_000_000n,
        inFlight: 1_190_000_000n,
        unmatchedIn: 0n,
        unmatchedOut: 0n,
        revenue: 0n,
        difference: changes.treasuryDifference ?? 0n,
        shortfall: 0n,
      },
    },
    allOpen: changes.allOpen ?? 100_000_000n,
    treasuryBalance: 1_190_000_000n,
    at: { chainId: 8453, network: 'eip155:8453', books, block: 42, settledBefore: new Date(0) },
  }
}

const audited = (networks: NetworkBooks[], findings: Audit['findings'] = []): Audit => ({
  at: new Date('2026-11-20T12:01:00Z'),
  networks,
  findings,
})
const statusOf = (found: Audit) => exitStatus[verdictOf(found)]
const unread: NetworkBooks = { ...about, checked: false, reason: 'The chain could not be read.' }

test('all zero: block, addresses and every unit are shown, and the status is 0', () => {
  const found = audited([checked({})])
  const text = auditReport(found)
  expect(text).toContain(`block     42 0x${'ab'.repeat(32)} 2026-11-20T12:00:00.000Z`)
  expect(text).toContain(books.escrows[0])
  expect(text).toContain(books.treasury)
  expect(text).toMatch(/Escrow: balance +100\.000001 USDC/)
  expect(text).toMatch(/less in flight +1190\.000000 USDC/)
  expect(text).toContain('No findings.')
  expect(statusOf(found)).toBe(0)
})

test.each([
  ['the escrow', checked({ escrowDifference: -1n })],
  ['the treasury', checked({ treasuryDifference: 1n })],
  ['what the contract owes', checked({ allOpen: 1n })],
])('one unit amiss in %s: status 1, and it does not say solvent', (_, network) => {
  const found = audited([network])
  expect(statusOf(found)).toBe(1)
  expect(auditReport(found)).toContain('NOT SOLVENT')
  expect(auditReport(found)).toContain('Something is wrong')
})

test('a violation: status 1 with its sentence and ids, also where all sums are zero', () => {
  const ids = Array.from({ length: 25 }, (_, nth) => `bty_${nth}`)
  const found = audited([checked({})], [finding('bounty_stuck', null, { ids })])
  const text = auditReport(found)
  expect(statusOf(found)).toBe(1)
  expect(text).toContain('VIOLATION bounty_stuck')
  expect(text).toContain('25 bounties')
  expect(text).toContain('bty_19')
  expect(text).not.toContain('bty_20')
  expect(text).toContain('and 5 more')
})

test('a notice alone is no violation', () => {
  const found = audited([checked({})], [finding('escrow_surplus', 'eip155:8453', { amountAtomic: 1n })])
  expect(statusOf(found)).toBe(0)
  expect(auditReport(found)).toContain('0.000001 USDC were sent directly to the escrow')
})

test('an unreadable chain is reported as "could not check", with status 2', () => {
  const found = audited([checked({}), unread])
  const text = auditReport(found)
  expect(statusOf(found)).toBe(2)
  expect(text).toContain('COULD NOT CHECK: The chain could not be read.')
  expect(text).toContain('COULD NOT CHECK everything')
  expect(text).not.toContain('every unit is where it should be')
})

test('what is known to be wrong weighs more than what is not known', () => {
  expect(statusOf(audited([unread, checked({ escrowDifference: 5n })]))).toBe(1)
})
