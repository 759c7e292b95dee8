import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { AcceptDialog } from './accept-dialog.tsx'

const film = {
  ...{ submission_id: 'sub_1', contributor: `0x${'ab'.repeat(20)}`, figures: null, preview_status: 'ready' },
  ...{ place_match: 'inside', time_match: 'after_order', quality_status: 'pass', quality_reasons: [] },
  ...{ model_forecast: 'likely', model_forecast_reason: 'It shows depth.', model_forecast_status: 'ready' },
} as unknown as ReviewedSubmission

const askedOf = (changes: Partial<ReviewedSubmission>) => {
  const props = {
    ...{ bountyId: 'bty_1', token: 'token', amountUsdc: 60, networkName: 'Base', number: 2 },
    ...{ submission: { ...film, ...changes }, onClose: () => {} },
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
      /this film .*If you accept this film, you get it, but it is not sold to others\./is,
    )
  expect(askedOf({})).not.toContain('sold')
})
