import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Review } from '#lib/schemas/review'
import { CancelBounty } from './cancel-bounty.tsx'

const questionWith = (submissions: object[], client = new QueryClient()) => {
  const bounty = {
    amount_usdc: 60,
    network: 'eip155:8453',
    submissions,
    deadline: '2026-12-01T00:00:00Z',
    payer: `0x${'11'.repeat(20)}`,
  } as Review
  const props = { bounty, networkName: 'Base', bountyId: 'bty_1', token: 'token' }
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(CancelBounty, props)),
  )
}

const isCounted = /Everyone can see that you cancelled.*how many it has\s+cancelled.*Refund 60 USDC on Base/s

test('before the button stands that the public record counts this cancellation, with or without films', () => {
  expect(questionWith([])).toMatch(isCounted)
  expect(questionWith([{}])).toMatch(isCounted)
})

test('only a bounty with films says that somebody has filmed', () => {
  expect(questionWith([])).not.toContain('already filmed')
  expect(questionWith([{}])).toContain('already filmed')
})

test('while payments are paused, no refund is promised now, and the way back without us is named', () => {
  const client = new QueryClient()
  client.setQueryData(['readiness'], { frozen: {}, chains: [] })
  const paused = questionWith([], client)
  expect(paused).toMatch(/The 60 USDC stay in escrow.*href="\/refund\.html"/s)
  expect(paused).not.toContain('You get back all')
  expect(questionWith([])).not.toContain('refund.html')
})
