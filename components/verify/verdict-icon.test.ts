import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VerdictIcon } from './verdict-icon.tsx'

const sign = (isRecordOnly: boolean) =>
  renderToStaticMarkup(createElement(VerdictIcon, { verdict: 'verified', isRecordOnly }))

test('only a file that was compared has the filled tick; a record alone has an outlined sign', () => {
  expect(sign(false)).toContain('fill="currentColor"')
  expect(sign(true)).not.toContain('fill="currentColor"')
  expect(sign(true)).not.toContain('text-good')
})
