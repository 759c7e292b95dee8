import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Review } from '#lib/schemas/review'
import { NoFilms } from './no-films.tsx'

const saidOf = (status: Review['status'], moderation: object[] | null = null) =>
  renderToStaticMarkup(
    createElement(NoFilms, { bounty: { status, brief: 'Once around it.', moderation } as unknown as Review }),
  )

test('advice about deadline and pay is given only if the deadline passed without a film', () => {
  for (const status of ['expired', 'expired_refunded'] as const) expect(saidOf(status)).toContain('may help')
  for (const status of ['cancelling', 'cancelled', 'failed', 'open'] as const)
    expect(saidOf(status)).not.toContain('may help')
})

test.each(['cancelling', 'cancelled'] as const)('a bounty that is %s says who cancelled it', (status) => {
  expect(saidOf(status)).toContain('You cancelled it before anybody submitted a film.')
  const byOperator = saidOf(status, [{ measure: 'cancelled', reason: 'It is private land.', at: '' }])
  expect(byOperator).toContain('An operator cancelled it before anybody submitted a film.')
  expect(byOperator).not.toContain('You cancelled')
  // Only a cancellation by the poster is counted.
  expect(byOperator).not.toContain('record')
})

test('a bounty that could not be posted does not claim that contributors saw it', () => {
  expect(saidOf('failed')).toContain('It was never on the board')
  expect(saidOf('failed')).not.toContain('No film was submitted')
})

test('a hidden bounty does not claim that contributors see it', () => {
  const hidden = saidOf('open', [{ measure: 'hidden', reason: 'It names a home.', at: '' }])
  expect(hidden).toContain('Contributors do not see your bounty')
  expect(hidden).not.toContain('on the board')
  expect(saidOf('open')).toContain('Contributors see your bounty on the board.')
})

test('the map of the place has its source at the right, where no crop of the picture hides it', () => {
  const bounty = { status: 'open', brief: 'Once around it.\n\nPlace: u09tun', moderation: null }
  const html = renderToStaticMarkup(createElement(NoFilms, { bounty: bounty as unknown as Review }))
  expect(html).toContain('/tiles/cell/u09tun/light.svg#credit-place')
  expect(html).toContain('aspect-[2/1]')
})
