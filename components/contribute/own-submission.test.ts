import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OwnSubmission } from '#lib/schemas/submission'
import { OwnSubmissionCard } from './own-submission.tsx'

const submission = {
  submission_id: 'sub_1',
  submitted_at: '2026-11-20T10:00:00Z',
  note: null,
  sha256: null,
  captured_at: null,
  geohash: null,
  preview_status: 'ready',
  preview_url: null,
  quality_status: 'pass',
  model_forecast: null,
  model_forecast_reason: null,
  model_forecast_status: 'none',
  quality_reasons: [],
  quality_warnings: [],
  accepted: false,
  declined: null,
  accept_tx: null,
  bounty: {
    bounty_id: 'bty_1',
    title: 'The well',
    geohash: 'u33db2',
    amount_usdc: 60,
    network: 'eip155:8453',
    status: 'open',
    deadline: '2026-12-01T00:00:00Z',
  },
} as unknown as OwnSubmission

const shown = (changes: Partial<OwnSubmission>, chosen?: number) => {
  const props = {
    chosen,
    submission: { ...submission, ...changes },
    wallet: { networks: [] } as never,
    children: null,
  }
  const card = createElement(OwnSubmissionCard, props)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, card))
}

test('a card shows the place of its bounty, and the one that the film claims if that is another', () => {
  expect(shown({ geohash: 'u33db2' })).not.toContain('Your film claims')
  expect(shown({ geohash: 'u33db3' })).toContain('Your film claims: ')
  const anywhere = { ...submission.bounty, geohash: null }
  expect(shown({ geohash: 'u33db3', bounty: anywhere })).toContain('Your film claims: ')
  expect(shown({ geohash: 'u33db3', bounty: { ...anywhere, geohash: 'u33' } })).not.toContain(
    'Your film claims',
  )
})

test('a contributor reads the forecast of the model and what to film differently, while the bounty is open', () => {
  const unlikely = {
    model_forecast: 'unlikely',
    model_forecast_status: 'ready',
    model_forecast_reason: 'The camera turned on the spot. Walk around the subject.',
  } as const
  expect(shown(unlikely)).toContain('A 3D model is unlikely')
  expect(shown(unlikely)).toContain('Walk around the subject.')
  const over = shown({ ...unlikely, bounty: { ...submission.bounty, status: 'over' } })
  expect(over).not.toContain('A 3D model is unlikely')
})

test('why a film did not pass is said once, also if it makes the model doubtful', () => {
  const text = 'The film is too dark.'
  const html = shown({
    quality_status: 'fail',
    quality_reasons: [{ code: 'too_dark', text }],
    model_forecast: 'doubtful',
    model_forecast_status: 'ready',
    model_forecast_reason: `The pictures fit together, but the film failed its check. ${text}`,
  })
  expect(html.split(text)).toHaveLength(2)
  expect(html).toContain('The pictures fit together, but the film failed its check.</p>')
})

test('a bounty that is over shows no preview to its poster, and names an accepted film only if there is one', () => {
  const endedAs = (status: 'accepted' | 'cancelled' | 'over') =>
    shown({ model_forecast_reason: null, bounty: { ...submission.bounty, status } })
  for (const status of ['accepted', 'cancelled', 'over'] as const)
    expect(endedAs(status)).not.toContain('The poster sees its preview')
  expect(endedAs('accepted')).toContain('Only the accepted film is paid.')
  for (const status of ['cancelled', 'over'] as const) {
    expect(endedAs(status)).toContain('The money goes back to the poster.')
    expect(endedAs(status)).not.toContain('the accepted film')
  }
})

test('a declined film shows why its poster declined it, and why its check failed only below a press', () => {
  const html = shown({
    quality_status: 'fail',
    quality_reasons: [{ code: 'too_dark', text: 'The film is too dark.' }],
    declined: { reason: 'blurred', text: null, at: '2026-11-20T11:00:00Z' },
    model_forecast: 'unlikely',
    model_forecast_status: 'ready',
    model_forecast_reason: 'It turned.',
  })
  const open = html.replace(/<details.*?<\/details>/gs, '')
  expect(html).toContain('The film is too dark.')
  expect(open).not.toMatch(/The film is too dark\.|A 3D model is|You can submit a better one/)
  // The check, and the decision of the poster.
  expect(open.split('data-step="wrong"')).toHaveLength(3)
})

test('of a hidden film it is not said that the poster sees it', () => {
  const hidden = { measure: 'hidden', reason: 'It shows a garden.', at: '2026-11-20T10:00:00Z' } as const
  const film = { model_forecast: null, model_forecast_reason: null }
  expect(shown(film)).toContain('The poster sees its preview.')
  expect(shown({ ...film, moderation: [hidden] })).not.toContain('The poster sees')
  const failed = { ...film, quality_status: 'fail' } as const
  expect(shown(failed)).toContain('They can still accept it, until')
  expect(shown({ ...failed, moderation: [hidden] })).not.toContain('They can still accept it')
})

test('a film that failed its check says whether the poster can watch it, and waits for the poster only if so', () => {
  const film = { model_forecast: null, model_forecast_reason: null, quality_status: 'fail' } as const
  const seen = shown(film)
  expect(seen).toContain('The poster sees its preview. You can submit a better one.')
  expect(seen).toMatch(/data-step="now"[^§]*The poster decides/)
  const unseen = shown({ ...film, preview_status: 'failed' })
  expect(unseen).toContain('No preview could be made of it. Submit another film.')
  expect(unseen).toContain('They cannot watch it. They can still accept it, until')
  expect(unseen).not.toContain('data-step="now"')
})

test('a film that was declined or failed its check has one link to another take, while the bounty is open', () => {
  const failed = { model_forecast_reason: null, quality_status: 'fail' } as const
  const declined = { reason: 'blurred', text: null, at: '2026-11-20T11:00:00Z' } as const
  const links = (changes: Partial<OwnSubmission>) =>
    shown({ model_forecast_reason: null, ...changes }).split('href="/board/bty_1#another-take"').length - 1
  expect(links({})).toBe(0)
  expect(links(failed)).toBe(1)
  expect(links({ declined })).toBe(1)
  expect(links({ ...failed, declined })).toBe(1)
  expect(links({ ...failed, bounty: { ...submission.bounty, status: 'over' } })).toBe(0)
})

test('a film that could not be checked is not shown as failed', () => {
  const film = { model_forecast: null, model_forecast_reason: null, quality_status: 'fail' } as const
  const html = shown({ ...film, quality_reasons: [{ code: 'not_checked', text: 'A problem on our side.' }] })
  expect(html).toContain('Could not be checked')
  expect(html).toContain('Why it was not checked')
  expect(html).not.toMatch(/not pass/)
})

test('a film beside an accepted one of the same contributor is shown as not chosen, and not as refused', () => {
  const over = { ...submission.bounty, status: 'paid_out' as const }
  const html = shown({ bounty: over }, 3)
  expect(html).toMatch(/data-step="later".*Not chosen.*Your film 3 was accepted\./s)
  expect(html).not.toContain('Another film')
  expect(html).not.toContain('data-step="wrong"')
})

test('a contributor reads every warning that the poster sees about place and time', () => {
  const html = shown({ place_match: 'elsewhere', time_match: 'before_order' })
  expect(html).toContain('What the poster also sees')
  expect(html).toContain('The film claims another place than the bounty asks for.')
  expect(html).toContain('The film’s time is before the bounty was posted.')
  expect(shown({ place_match: 'inside', time_match: 'after_order' })).not.toContain('poster also sees')
})

test('the card of a paid film says when it was paid', () => {
  const paid = { accepted: true, accept_tx: `0x${'ab'.repeat(32)}` as const, paid_at: '2026-11-22T09:30:00Z' }
  expect(shown(paid)).toMatch(/dateTime="2026-11-22T09:30:00Z".*to(<!-- -->)? your wallet on/s)
  expect(shown({ ...paid, paid_at: null })).toMatch(/To(<!-- -->)? your wallet on/)
})
