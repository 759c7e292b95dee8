import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Review } from '#lib/schemas/review'
import { BountyTimeline } from './bounty-timeline.tsx'

const payer = `0x${'11'.repeat(20)}`
const [paidIn, postedIn, paidBackIn] = ['aa', 'bb', 'cc'].map((digits) => `0x${digits.repeat(32)}`)
const saidOf = (status: Review['status'], explorerUrl?: string, more: Partial<Review> = {}) => {
  const bounty = {
    status,
    payer,
    amount_usdc: 60,
    submissions: [],
    deadline: '2026-12-01T00:00:00Z',
    ...{ ...more, payment_tx: paidIn, create_tx: postedIn, payout_tx: paidBackIn },
  } as unknown as Review
  return renderToStaticMarkup(createElement(BountyTimeline, { bounty, explorerUrl }))
}

test('each transaction leads to the explorer of its network, if the network has one', () => {
  const html = saidOf('cancelled', 'https://explorer.example')
  for (const tx of [paidIn, postedIn, paidBackIn])
    expect(html).toContain(`href="https://explorer.example/tx/${tx}"`)
  expect(saidOf('cancelled')).not.toContain('href')
})

test('the money is said to be in escrow only while it is there', () => {
  const held = 'An escrow contract holds the money.'
  expect(saidOf('open')).toContain(held)
  for (const status of ['paid', 'creating', 'cancelled', 'expired_refunded', 'failed'] as const)
    expect(saidOf(status)).not.toContain(held)
})

test('the wallet that paid is named in every state', () => {
  for (const status of ['paid', 'open', 'cancelled', 'failed'] as const)
    expect(saidOf(status)).toContain(payer)
})

test('a hidden bounty is not said to be on the board, or to wait for films', () => {
  const measure = { measure: 'hidden', reason: 'It names a home.', at: '2026-11-27T10:00:00Z' } as const
  const hidden = saidOf('open', undefined, { moderation: [measure] })
  expect(hidden).toContain('In escrow, hidden from the board')
  for (const text of ['In escrow, on the board', 'Waiting for films']) {
    expect(hidden).not.toContain(text)
    expect(saidOf('open')).toContain(text)
  }
})

test('a refund under way says how much goes to which wallet, when, and where its transaction will be', () => {
  for (const status of ['cancelling', 'expired'] as const)
    expect(saidOf(status)).toMatch(
      /All 60 USDC go back to the wallet that paid, <code title="0x11+">0x11111111…11111111<\/code>, usually within a few minutes\..*The\s+transaction appears here once it is final\./s,
    )
})

test('a refund that is delayed says since when and why', () => {
  const message =
    'The money waits in the escrow: its network does not answer. It is tried again at 2026-11-29T10:00:00Z.'
  const held_up = { message, since: '2026-11-29T09:00:00Z', next_try_at: '2026-11-29T10:00:00Z' }
  const html = saidOf('cancelling', undefined, { held_up })
  expect(html).toContain('Delayed since <time dateTime="2026-11-29T09:00:00Z"')
  expect(html).toContain(
    'The money waits in the escrow: its network does not answer. It is tried again <time',
  )
  expect(saidOf('cancelling')).not.toContain('Delayed')
})

test('each transaction has its time', () => {
  const times = {
    paid_at: '2026-11-27T10:00:00Z',
    posted_at: '2026-11-27T10:00:12Z',
    ended_at: '2026-11-28T09:30:00Z',
  }
  const html = saidOf('cancelled', undefined, times)
  for (const time of Object.values(times)) expect(html).toContain(`dateTime="${time}"`)
})
