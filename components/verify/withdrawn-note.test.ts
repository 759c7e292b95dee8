import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import { WithdrawnNote } from './withdrawn-note.tsx'

const report: Report = { verdict: 'verified', sha256: 'a'.repeat(64), withdrawnAt: '2026-03-04T14:05:09Z' }

test('a withdrawal on a page has its time in UTC on hover, and on paper in the text', () => {
  expect(renderToStaticMarkup(createElement(WithdrawnNote, { report }))).toContain(
    'title="2026-03-04 14:05:09 UTC"',
  )
  expect(renderToStaticMarkup(createElement(WithdrawnNote, { report, inUtc: true }))).toMatch(
    />4 Mar 2026,<\/span> <span[^>]*>14:05\u00a0<span[^>]*>UTC<\/span><\/span><\/time>/,
  )
})
