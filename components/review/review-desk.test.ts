import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty'
import type { Review } from '#lib/schemas/review'
import { Desk } from './review-desk.tsx'

const submission = {
  ...{ submission_id: 'sub_1', submitted_at: '2026-11-20T10:00:00Z', note: null, accepted: false },
  ...{ preview_status: 'ready', quality_status: 'pass', reconstruction_status: 'none' },
  ...{ contributor: `0x${'33'.repeat(20)}`, quality_reasons: [], quality_warnings: [], figures: null },
} as unknown as Review['submissions'][number]

const shownIn = (status: Review['status']) => {
  const bounty = {
    ...{ bounty_id: 'bty_1', status, title: 'The well', brief: 'Once around it.', amount_usdc: 60 },
    ...{ network: 'eip155:8453', payer: `0x${'11'.repeat(20)}`, deadline: '2026-12-01T00:00:00Z' },
    submissions: [{ ...submission, accepted: status === 'accepting' || status === 'accepted' }],
  } as Review
  const networks = [{ id: 'eip155:8453', name: 'Base', explorerUrl: undefined }]
  const props = { bountyId: 'bty_1', token: 'token', networks, bounty, isStale: false }
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Desk, props)),
  )
  // What a dialog says shows only once it is opened.
  return html.replace(/<dialog.*?<\/dialog>/gs, '')
}

test.each(bountyStates)('a bounty that is %s offers what its state allows, and nothing else', (status) => {
  const html = shownIn(status)
  expect(html.includes('Accept film 1')).toBe(status === 'open')
  expect(html.includes('Cancel the bounty')).toBe(status === 'open')
  // A new one can be posted from it whatever became of it.
  expect(html).toContain('/bounties/new?clone=bty_1')
  expect(html.includes('What you got')).toBe(status === 'accepting' || status === 'accepted')
})
