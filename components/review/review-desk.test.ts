import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiRefusal } from '#lib/client/api-refusal'
import { bountyStates, isEnded } from '#lib/domain/bounty/bounty'
import type { Review } from '#lib/schemas/review'
import { Desk, ReviewDesk } from './review-desk.tsx'
import { reviewKey } from './use-review.ts'

const submission = {
  submission_id: 'sub_1',
  submitted_at: '2026-11-20T10:00:00Z',
  note: null,
  accepted: false,
  preview_status: 'ready',
  quality_status: 'pass',
  reconstruction_status: 'none',
  model_forecast: null,
  model_forecast_reason: null,
  model_forecast_status: 'none',
  ...{
    contributor: `0x${'33'.repeat(20)}`,
    quality_reasons: [],
    credentials: null,
    quality_warnings: [],
    figures: null,
  },
  ...{
    contributor_record: {
      submitted: 3,
      accepted: 1,
      declined: 1,
      posters: 1,
      yours: { submitted: 0, accepted: 0, declined: 0 },
      unproven: { submitted: 0, accepted: 0, declined: 0 },
      connected: { submitted: 0, accepted: 0, declined: 0 },
    },
    captured_at: null,
    geohash: null,
    size_bytes: null,
  },
} as unknown as Review['submissions'][number]

const bountyIn = (status: Review['status'], changes: object = {}, bountyChanges: object = {}) =>
  ({
    bounty_id: 'bty_1',
    status,
    title: 'The well',
    brief: 'Once around it.',
    amount_usdc: 60,
    network: 'eip155:8453',
    payer: `0x${'11'.repeat(20)}`,
    deadline: '2026-12-01T00:00:00Z',
    model_page_url: null,
    paid_at: '2026-11-20T09:00:00Z',
    submissions: [{ ...submission, accepted: status === 'accepting' || status === 'accepted', ...changes }],
    ...bountyChanges,
  }) as Review

const shownIn = (
  status: Review['status'],
  changes: object = {},
  bountyChanges: object = {},
  frozen: object | null = null,
) => {
  const bounty = bountyIn(status, changes, bountyChanges)
  const networks = [{ id: 'eip155:8453', name: 'Base', explorerUrl: undefined }]
  const props = { bountyId: 'bty_1', token: 'token', networks, bounty, isStale: false }
  const client = new QueryClient()
  client.setQueryData(['readiness'], { frozen, chains: [] })
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(Desk, props)),
  )
  // The text of a dialog is visible only when it is open.
  return html.replace(/<dialog.*?<\/dialog>/gs, '')
}

test('a model that is being made has its placeholder already, and one that failed has none', () => {
  const hasPlaceholder = (...of: Parameters<typeof shownIn>) =>
    shownIn(...of).includes('data-model-placeholder')
  expect(hasPlaceholder('accepting')).toBe(true)
  expect(hasPlaceholder('accepted', { reconstruction_status: 'queued' })).toBe(true)
  expect(hasPlaceholder('accepted', { reconstruction_status: 'running' })).toBe(true)
  expect(hasPlaceholder('accepted', { reconstruction_status: 'failed' })).toBe(false)
  const model = { reconstruction_status: 'ready', model_preview_url: 'https://cairn.test/model.glb' }
  const html = shownIn('accepted', model)
  expect(html).not.toContain('data-model-placeholder')
  expect(html).toContain('aria-label="3D model"')
})

test.each([
  ['a key that was replaced', 401, true],
  ['a service that cannot be reached', 0, false],
])('%s asks for another key: %i', (_, status, isAsked) => {
  const access = { bountyId: 'bty_1', token: 'token' }
  const client = new QueryClient()
  client.setQueryData(reviewKey(access), { ...bountyIn('open'), submissions: [] })
  const error = new ApiRefusal({ status, code: 'unauthorized', message: 'Send the token.' })
  client
    .getQueryCache()
    .find({ queryKey: reviewKey(access) })!
    .setState({ status: 'error', error })
  const unlock = createElement('p', {}, 'Open this bounty')
  const desk = createElement(ReviewDesk, { ...access, networks: [], unlock })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, desk))
  expect(html.includes('Open this bounty')).toBe(isAsked)
  expect(html.includes('Cairn cannot be reached right now')).toBe(!isAsked)
})

test.each(bountyStates)('a bounty that is %s offers what its state allows, and nothing else', (status) => {
  const html = shownIn(status)
  expect(html.includes('Accept and release 60 USDC')).toBe(status === 'open')
  expect(html.includes('Cancel the bounty')).toBe(status === 'open')
  const isUnderWay = ['paid', 'creating', 'accepting'].includes(status)
  expect(html.includes('/bounties/new?clone=bty_1')).toBe(!isUnderWay)
  expect(html.includes('is paid separately.')).toBe(!isUnderWay)
  expect(html.includes('id="progress"')).toBe(status === 'accepting' || status === 'accepted')
})

test.each(bountyStates)('a bounty that is %s names a pause once, unless it has ended', (status) => {
  const counts = (html: string) => html.split('Payments are paused').length - 1
  expect(counts(shownIn(status, {}, {}, {}))).toBe(isEnded(status) ? 0 : 1)
  expect(counts(shownIn(status, {}, { submissions: [] }, {}))).toBe(isEnded(status) ? 0 : 1)
  expect(counts(shownIn(status))).toBe(0)
})

test('a bounty with only declined films is open, and waits for no decision', () => {
  const declined = { reason: 'wrong_time', text: null, at: '2026-11-20T11:00:00Z' }
  const [open, undecided] = [shownIn('open', { declined }), shownIn('open')]
  expect(open).toMatch(/Open until.*Waiting for films/s)
  expect(open).not.toMatch(/Decide by|You decide/)
  expect(undecided).toMatch(/Decide by.*You decide/s)
})

test('a film without a preview can be accepted, but not with the button that stands out', () => {
  const isMain = (changes: object) => /button-accent[^>]*>Accept and release/.test(shownIn('open', changes))
  expect(isMain({})).toBe(true)
  expect(isMain({ preview_status: 'failed', quality_status: 'fail', preview_url: null })).toBe(false)
  expect(isMain({ preview_status: 'pending', preview_url: null })).toBe(false)
  expect(shownIn('open', { preview_status: 'failed', preview_url: null })).toContain(
    'Accept and release 60 USDC',
  )
})

test('a film that could not be checked is not said to have failed its check', () => {
  const reasons = [{ code: 'not_checked', text: 'The film could not be checked.' }]
  const html = shownIn('open', { quality_status: 'fail', quality_reasons: reasons })
  expect(html).toContain('The technical check could not be made')
  expect(html).not.toContain('not passed')
})

test.each([
  ['cancelling', 'Cancelled. All 60 USDC are on their way back to the wallet that paid.'],
  ['cancelled', 'Cancelled. All 60 USDC went back to the wallet that paid.'],
  ['expired', 'its film was not paid for. All 60 USDC are on their way back to the wallet that paid.'],
  ['expired_refunded', 'its film was not paid for. All 60 USDC went back to the wallet that paid.'],
  ['failed', 'It could not be posted. All 60 USDC went back to the wallet that paid.'],
] as const)('below the title of a bounty that is %s stands where the money is', (status, text) => {
  expect(shownIn(status)).toMatch(new RegExp(`</h1>.{0,150}${text.replaceAll('.', '\\.')}`, 's'))
})

test('a declined film shows its reason and text, and can still be accepted', () => {
  const declined = { reason: 'incomplete', text: 'The roof is missing.', at: '2026-11-20T11:00:00Z' }
  const html = shownIn('open', { declined })
  expect(html).toContain('Something that was asked for is missing.')
  expect(html).toContain('The roof is missing.')
  expect(html).toContain('Accept and release 60 USDC')
  expect(html).toContain('1 established poster accepted 1 of 3 films, and 1 was declined')
})

test('a declined film shows the words of its poster instead of the reason “something else”, and its payment does not stand out', () => {
  const declined = { reason: 'other', text: 'The fountain is dry.', at: '2026-11-20T11:00:00Z' }
  const watched = { preview_url: 'https://cairn.example/preview.mp4', poster_url: null }
  const html = shownIn('open', { ...watched, declined })
  expect(html).toContain('Your words: The fountain is dry.')
  expect(html).not.toContain('does not suit the poster')
  expect(html).not.toMatch(/button-accent[^>]*>Accept/)
  expect(shownIn('open', watched)).toMatch(/button-accent[^>]*>Accept/)
})

test('a film from before the order says before it is accepted what this means', () => {
  const early = shownIn('open', { captured_at: '2026-11-01T10:00:00Z', time_match: 'before_order' })
  expect(early).toMatch(/Nobody can buy its record.*: its time is before your order/)
})

test('a time that only the contributor states is a claim in its title too', () => {
  const said = (time_from: string) =>
    shownIn('open', { captured_at: '2026-11-20T09:30:00Z', time_match: 'after_order', time_from })
  expect(said('declared')).toMatch(/Claimed: filmed <time/)
  expect(said('file')).not.toContain('Claimed')
})

test('a time some minutes before the order is shown as about the same time', () => {
  const at = (captured_at: string) => shownIn('open', { captured_at, time_match: 'after_order' })
  expect(at('2026-11-20T08:57:00Z')).toMatch(/, about when you ordered it.*some minutes before/s)
  expect(at('2026-11-20T09:00:00Z')).not.toContain('about when')
})

test('a delivered film says until when its proof waits at most, and that a film published alone hides nothing', () => {
  const proof = { proof_status: 'pending', proof_by: '2126-11-20T20:10:00Z' }
  expect(shownIn('accepted', proof)).toMatch(
    /is published by .*2126-11-20T20:10:00Z.*If no other film comes by then, this proof is published\s+alone, and anyone can tell that this film was paid\./s,
  )
  const late = shownIn('accepted', { ...proof, proof_by: '2026-11-20T20:10:00Z' })
  expect(late).toContain('The proof of this film is late')
  const due = shownIn('accepted', { ...proof, proof_by: new Date().toISOString() })
  expect(due).toContain('The proof of this film is about to be published.')
  expect(due).not.toContain('is published by')
  expect(shownIn('accepted', { ...proof, proof_by: null })).toContain('is being attested')
  expect(shownIn('accepted', { proof_status: 'anchored', proof_by: null })).not.toContain(
    'proof of this film',
  )
})

test('a model that failed has a cross and its reason, and never a tick', () => {
  const html = shownIn('accepted', {
    reconstruction_status: 'failed',
    reconstruction_reason: 'The camera turned on the spot.',
  })
  const steps = [...html.matchAll(/data-step="(\w+)".*?<\/li>/gs)].filter(([step]) =>
    step.includes('3D model'),
  )
  expect(steps.map(([, is]) => is)).toEqual(['wrong', 'wrong'])
  expect(html).toContain('The camera turned on the spot.')
})

test('the poster reads why an operator acted, and can report a film', () => {
  const moderation = [{ measure: 'hidden', reason: 'It shows a child.', at: '2026-11-20T11:00:00Z' }]
  const html = shownIn('open', { moderation })
  expect(html).toContain('its preview is withheld')
  expect(html).toContain('Reason: It shows a child.')
  expect(html).toContain('Report this film')
  expect(shownIn('open')).not.toContain('Reason:')
})

test('the forecast of a model is shown with its reason, and warns before the film is paid for', () => {
  const reason = 'The camera turned on the spot. Walk around the subject.'
  const unlikely = {
    model_forecast: 'unlikely',
    model_forecast_reason: reason,
    model_forecast_status: 'ready',
  }
  const html = shownIn('open', unlikely)
  expect(html).toMatch(/data-fact="careful".*Check passed, 3D model unlikely.*Why the 3D model is unlikely/s)
  const likely = shownIn('open', { ...unlikely, model_forecast: 'likely' })
  expect(likely).toMatch(
    /Check passed, 3D model likely.*Expect what is filmed from several sides<.*The rest is missing/s,
  )
  expect(html).toContain(reason)
  // The model itself tells more, but a rough one was foreseen.
  const delivered = shownIn('accepted', { ...unlikely, reconstruction_status: 'ready' })
  expect(delivered).not.toContain('is unlikely')
  expect(delivered).toContain(`It was forecast as unlikely: ${reason}`)
  expect(delivered).toContain(
    'It shows what could be reconstructed from the film; parts may be missing or rough.',
  )
  const asExpected = { ...unlikely, model_forecast: 'likely', reconstruction_status: 'ready' }
  expect(shownIn('accepted', asExpected)).not.toContain('forecast as')
})

test('Content Credentials that were not read or could not be checked are not shown as missing', () => {
  const said = (credentials: object | null) => shownIn('open', { credentials })
  expect(said({ state: 'none', text: 'None were found.' })).toContain('No Content Credentials<')
  expect(said(null)).toMatch(/Content Credentials not read<.*not known whether this film has any/s)
  const unchecked = said({ state: 'could_not_validate', text: 'It failed.' })
  expect(unchecked).toMatch(
    /data-fact="careful".*Content Credentials could not be checked<.*says nothing about whether/s,
  )
  for (const html of [said(null), unchecked]) expect(html).not.toContain('No Content Credentials')
})

test('the text of Content Credentials does not repeat their title', () => {
  const said = (state: string, text: string) => shownIn('open', { credentials: { state, text } })
  const none = 'No Content Credentials were found in this file.'
  expect(said('none', none)).not.toContain(none)
  const changed = 'The file does not match its Content Credentials.'
  expect(said('does_not_match', changed)).not.toContain(changed)
  const signed = 'Signed by “Ada”, who is not on the C2PA trust list.'
  expect(said('untrusted', signed)).toContain(signed)
})

test('a film without a forecast says why, in the fact of its check if that is why', () => {
  const copy = { code: 'duplicate', text: 'The film looks the same as one that was submitted before.' }
  const html = shownIn('open', { quality_status: 'fail', quality_reasons: [copy] })
  expect(html).toMatch(
    /data-fact="wrong".*Technical check not passed, no forecast of a 3D model.*The film looks the same as/s,
  )
})

test('a failed forecast is not shown as "unlikely"', () => {
  const failed = {
    model_forecast: null,
    model_forecast_reason: 'Our fault.',
    model_forecast_status: 'failed',
  }
  const html = shownIn('open', failed)
  expect(html).toMatch(/data-fact="noted".*The 3D model could not be forecast.*Our fault\./s)
  expect(html).not.toContain('unlikely')
})

test('why a film did not pass is shown once, also if it makes the model doubtful', () => {
  const text = 'The film is too dark.'
  const html = shownIn('open', {
    quality_status: 'fail',
    quality_reasons: [{ code: 'too_dark', text }],
    model_forecast: 'doubtful',
    model_forecast_reason: `The pictures fit together, but the film failed its check. ${text}`,
    model_forecast_status: 'ready',
  })
  expect(html).toContain('The pictures fit together, but the film failed its check.')
  expect(html.indexOf('The pictures fit together')).toBeLessThan(html.indexOf('Technical check not passed'))
  expect(html.split(text)).toHaveLength(2)
})

test('a place that only the contributor states is a claim in its title', () => {
  const at = { geohash: 'u33db2', place_match: 'inside' }
  const brief = 'Once around it.\nPlace: geohash u33db2'
  const shown = (from: string) => shownIn('open', { ...at, place_from: from }, { brief })
  expect(shown('declared')).toMatch(/Claimed: inside your area.*Only the contributor says so\./s)
  expect(shown('file')).toContain('>Inside your area<')
})

test('a film that is shorter than the bounty asks for is said to be among its facts', () => {
  const figures = { duration_seconds: 12.2, width: 1920, height: 1080, frames_per_second: 30 }
  const brief = 'Film for 30 seconds, once around the well.'
  expect(shownIn('open', { figures }, { brief })).toContain('12 s; the bounty asks for 30 s')
  expect(shownIn('open', { figures })).not.toContain('asks for')
})

test('a film that looks like another one of the bounty can be played beside it', () => {
  const repeated = {
    code: 'repeated',
    text: 'The film looks the same as film 2 of this bounty.',
    earlier_submission: {
      bounty: 'this',
      submission_id: 'sub_0',
      number: 2,
      same_wallet: true,
      observation_id: null,
    },
  }
  expect(shownIn('open', { quality_warnings: [repeated] })).toContain('Play beside film 2')
  const elsewhere = {
    code: 'similar',
    text: 'The film resembles a film of another bounty.',
    earlier_submission: { bounty: 'another', submission_id: null, observation_id: 'ab'.repeat(32) },
  }
  const html = shownIn('open', { quality_warnings: [elsewhere] })
  expect(html).not.toContain('Play beside')
  expect(html).toContain(`/verify/${'ab'.repeat(32)}`)
})

test('the panel begins with check and forecast, then doubts, then claims, and ends with the note', () => {
  const html = shownIn(
    'open',
    {
      model_forecast: 'doubtful',
      model_forecast_reason: 'It turned.',
      model_forecast_status: 'ready',
      figures: { duration_seconds: 6, width: 1_920, height: 1_080, frames_per_second: 30 },
      quality_warnings: [{ code: 'short', text: 'The film lasts 6.0 s. A longer one is better.' }],
      note: 'From the steps.',
    },
    { brief: 'Thirty seconds of video around the well.' },
  )
  const order = [
    'Check passed, 3D model doubtful',
    'Why the 3D model is doubtful',
    'Shorter than asked for',
    'No place known',
    'No time known',
    'Content Credentials not read',
    'Contributor’s note: ',
  ].map((text) => html.indexOf(text))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order.every((at) => at >= 0)).toBe(true)
  expect(html).toContain('6 s; the bounty asks for 30 s')
  for (const again of ['0:06<', '0:06\u00a0', 'lasts 6.0 s']) expect(html).not.toContain(again)
})
