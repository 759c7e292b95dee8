import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VerdictTime } from './verdict-time.tsx'

test('the zone stays on the line of its time', () => {
  const html = renderToStaticMarkup(createElement(VerdictTime, { iso: '2026-11-28T01:19:00Z', inUtc: true }))
  expect(html).toMatch(/<span class="whitespace-nowrap">01:19\u00a0<span[^>]*>UTC<\/span><\/span>/)
})
