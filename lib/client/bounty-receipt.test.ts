import { expect, test } from 'vitest'
import { readBountyReceipt } from '#lib/client/bounty-receipt'
import type { Review } from '#lib/schemas/review'

const tx = (digits: string) => `0x${digits.repeat(32)}`
const wallet = (digit: string) => `0x${digit.repeat(40)}`
const receiptOf = (more: Partial<Review>) => {
  const bounty = {
    bounty_id: 'bty_1',
    title: 'The well',
    amount_usdc: 60,
    network: 'eip155:8453',
    submissions: [],
    payer: wallet('1'),
    escrow: wallet('4'),
    paid_at: '2026-11-20T10:00:00.000Z',
    posted_at: '2026-11-20T10:00:12Z',
    ended_at: null,
    payment_tx: tx('aa'),
    create_tx: tx('bb'),
    accept_tx: null,
    cancel_tx: null,
    refund_tx: null,
    payout_tx: null,
    status: 'open',
    ...more,
  } as unknown as Review
  const { heading, bounty: terms, payments } = readBountyReceipt(bounty, 'Base')
  return { heading, terms: namesOf(terms), payments: namesOf(payments) }
}
const namesOf = (lines: readonly { name: string; value: string; detail?: string }[]) =>
  Object.fromEntries(
    lines.map(({ name, value, detail }) => [name, [value, detail].filter(Boolean).join(', ')]),
  )

test('a receipt of a paid film names both wallets, the contract, and each transaction in full with its time', () => {
  const { heading, terms, payments } = receiptOf({
    status: 'accepted',
    accept_tx: tx('cc'),
    ended_at: '2026-11-22T09:30:00Z',
    submissions: [{ accepted: true, contributor: wallet('3') }] as Review['submissions'],
  })
  expect(heading).toBe('60 USDC paid for a film')
  expect(terms).toEqual({
    Title: 'The well',
    Bounty: 'bty_1',
    Amount: '60 USDC',
    Network: 'Base, eip155:8453',
    'Paid by wallet': wallet('1'),
    'Escrow contract': wallet('4'),
    'Paid to the contributor’s wallet': wallet('3'),
  })
  expect(payments).toEqual({
    Paid: '2026-11-20T10:00:00.000Z',
    'Transaction of the payment': tx('aa'),
    'In escrow': '2026-11-20T10:00:12Z',
    'Transaction into escrow': tx('bb'),
    'Film accepted and paid': '2026-11-22T09:30:00Z',
    'Transaction to the contributor': tx('cc'),
  })
})

test('a film that is accepted and not paid yet is not said to be paid', () => {
  const { heading, terms, payments } = receiptOf({
    status: 'accepting',
    submissions: [{ accepted: true, contributor: wallet('3') }] as Review['submissions'],
  })
  expect(heading).toContain('on their way')
  expect(terms).not.toHaveProperty('Paid to the contributor’s wallet')
  expect(payments).not.toHaveProperty('Film accepted and paid')
})

test.each(['cancelled', 'expired_refunded', 'failed'] as const)(
  'a receipt of a bounty that is %s has its refund',
  (status) => {
    const ended_at = '2026-11-22T09:30:00Z'
    const { heading, payments } = receiptOf({ status, payout_tx: tx('dd'), ended_at })
    expect(heading).toContain('60 USDC paid and refunded')
    expect(payments).toMatchObject({
      'Refunded in full': ended_at,
      'Transaction of the refund to your wallet': tx('dd'),
    })
  },
)

test('one transaction of a cancellation and its refund is listed once', () => {
  const { payments } = receiptOf({ status: 'cancelled', cancel_tx: tx('dd'), payout_tx: tx('dd') })
  expect(Object.values(payments).filter((value) => value === tx('dd'))).toHaveLength(1)
})
