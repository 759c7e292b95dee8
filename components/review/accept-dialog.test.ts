import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { NotPlayed } from '#lib/client/why-not-played'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { AcceptDialog } from './accept-dialog.tsx'

const film = {
  submission_id: 'sub_1',
  contributor: `0x${'ab'.repeat(20)}`,
  figures: null,
  preview_status: 'ready',
  preview_url: 'https://files.example/preview.mp4',
  place_match: 'inside',
  time_match: 'after_order',
  quality_status: 'pass',
  quality_reasons: [],
  quality_warnings: [],
  model_forecast: 'likely',
  model_forecast_reason: 'It shows depth.',
  model_forecast_status: 'ready',
} as unknown as ReviewedSubmission

const askedOf = (changes: Partial<ReviewedSubmission>, unseen?: NotPlayed) => {
  const props = {
    bountyId: 'bty_1',
    token: 'token',
    amountUsdc: 60,
    networkName: 'Base',
    number: 2,
    deadline: '2026-12-01T00:00:00Z',
    brief: 'Thirty seconds of video around the well.',
    submission: { ...film, ...changes },
    unseen,
    onClose: () => {},
  }
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(AcceptDialog, props)),
  )
}

const tooLong = { code: 'too_long', text: 'The film lasts 400.0 s.' }
const failed: Partial<ReviewedSubmission> = { quality_status: 'fail', quality_reasons: [tooLong] }

test('a film that failed its check is said to have no model only where no forecast says otherwise', () => {
  const likely = askedOf(failed)
  expect(likely).toContain('This film did not pass the technical check. The film lasts 400.0 s.')
  expect(likely).not.toContain('impossible')
  expect(askedOf({ ...failed, model_forecast: null })).toContain('A 3D model may be impossible.')
  const copy = { code: 'duplicate', text: 'The film looks the same as one that was submitted before.' }
  expect(askedOf({ ...failed, quality_reasons: [copy], model_forecast: null })).not.toContain('impossible')
})

test('a film that looks like an earlier one is said to, with that film, before it is paid', () => {
  const similar = {
    code: 'similar',
    text: 'The film resembles film 1 of this bounty, submitted by another wallet at 2026-11-24 14:02:09 UTC.',
    earlier_submission: {
      bounty: 'this' as const,
      submission_id: 'sub_0',
      number: 1,
      same_wallet: false,
      submitted_at: '2026-11-24T14:02:09Z',
      area: 'same' as const,
      observation_id: null,
    },
  }
  expect(askedOf({ quality_warnings: [similar] })).toMatch(
    /resembles film 1 of this bounty, submitted by another wallet <time dateTime="2026-11-24T14:02:09Z"/,
  )
  expect(askedOf({})).not.toContain('resembles')
})

test('the reason of a failed check is said once, also if it makes the model doubtful', () => {
  const html = askedOf({
    ...failed,
    model_forecast: 'doubtful',
    model_forecast_reason: `The pictures fit together. ${tooLong.text}`,
  })
  expect(html).toContain('A 3D model is doubtful. The pictures fit together.')
  expect(html.split(tooLong.text)).toHaveLength(2)
})

test('claims that do not fit name the film that they are about, and what follows', () => {
  for (const misfit of [
    { place_match: 'elsewhere' },
    { time_match: 'before_order' },
    { time_match: 'contradictory' },
  ] as const)
    expect(askedOf(misfit)).toMatch(
      /this film .*the film is yours\. .*the record of this one is not sold, because it does not fit\./is,
    )
  expect(askedOf({})).not.toContain('sold')
})

test('a film whose preview was not shown is said to be unseen, and why', () => {
  expect(askedOf({}, 'not_loaded')).toContain('The preview could not be loaded here')
  expect(askedOf({}, 'unplayable')).toContain('This browser cannot play the preview')
  expect(askedOf({})).not.toContain('not seen')
})

test('a film that an operator hides is said to be hidden, why, and what accepting it means', () => {
  const moderation: ReviewedSubmission['moderation'] = [
    { measure: 'hidden', reason: 'It shows a number plate.', at: '2026-11-24T14:02:09Z' },
  ]
  const hidden = askedOf({ preview_url: null, moderation })
  for (const text of [
    'An operator has hidden this film',
    'Reason: It shows a number plate.',
    'you pay for a film that you cannot see',
    'Better decline it, or wait',
  ])
    expect(hidden).toContain(text)
  const withdrawn = askedOf({ preview_url: null })
  expect(withdrawn).toContain('withdrawn the capture of this film')
  expect(withdrawn).not.toContain('Reason:')
  expect(askedOf({})).not.toContain('operator')
})

test('a film that is shorter than asked for, or whose place and time nothing confirms, is said to be', () => {
  const figures = { duration_seconds: 12.2, width: 1920, height: 1080, frames_per_second: 30 }
  expect(askedOf({ figures })).toContain('shorter than asked for: 12 s; the bounty asks for 30 s.')
  expect(askedOf({ figures: { ...figures, duration_seconds: 31 } })).not.toContain('shorter')
  expect(askedOf({ place_from: 'declared', time_from: 'declared' })).toContain(
    'Place and time are the contributor’s claim; nothing in the file confirms them.',
  )
  expect(askedOf({ place_from: 'file', time_from: 'file' })).not.toContain('claim;')
})

test('the forecast of the model is named before the film is paid', () => {
  expect(askedOf({})).toContain('It is forecast as likely.')
  expect(askedOf({ model_forecast: 'doubtful' })).not.toContain('forecast as likely')
})
