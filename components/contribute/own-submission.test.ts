import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OwnSubmission } from '#lib/schemas/submission'
import { OwnSubmissionCard } from './own-submission.tsx'

const submission = {
  ...{ submission_id: 'sub_1', submitted_at: '2026-11-20T10:00:00Z', note: null, sha256: null },
  ...{ captured_at: null, geohash: null, preview_status: 'ready', preview_url: null, quality_status: 'pass' },
  ...{ quality_reasons: [], quality_warnings: [], accepted: false, declined: null, accept_tx: null },
  bounty: {
    ...{ bounty_id: 'bty_1', title: 'The well', amount_usdc: 60, network: 'eip155:8453', status: 'open' },
    deadline: '2026-12-01T00:00:00Z',
  },
} as unknown as OwnSubmission

const shown = (changes: Partial<OwnSubmission>) => {
  const props = {
    submission: { ...submission, ...changes },
    wallet: { networks: [] } as never,
    children: null,
  }
  return renderToStaticMarkup(createElement(OwnSubmissionCard, props))
}

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

test('of a hidden film it is not said that the poster sees it', () => {
  const hidden = { measure: 'hidden', reason: 'It shows a garden.', at: '2026-11-20T10:00:00Z' } as const
  const film = { model_forecast: null, model_forecast_reason: null }
  expect(shown(film)).toContain('The poster sees its preview.')
  expect(shown({ ...film, moderation: [hidden] })).not.toContain('The poster sees')
  const failed = { ...film, quality_status: 'fail' } as const
  expect(shown(failed)).toContain('The poster can still see and accept it.')
  expect(shown({ ...failed, moderation: [hidden] })).not.toContain('The poster can still see')
})
