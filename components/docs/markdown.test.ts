import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InlineMarkdown } from './markdown.tsx'

const html = (text: string) => renderToStaticMarkup(createElement(InlineMarkdown, { text }))

test('no line begins with the punctuation after a piece of code', () => {
  expect(html('Raise `limit`. Or `to`: both.')).toBe(
    'Raise <span class="whitespace-nowrap"><code class="docs-code">limit</code>.</span> Or ' +
      '<span class="whitespace-nowrap"><code class="docs-code">to</code>:</span> both.',
  )
})

test('words after a piece of code are not tied to it', () => {
  expect(html('The `from` of it')).toBe('The <code class="docs-code">from</code> of it')
})
