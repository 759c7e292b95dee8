import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DemoNote } from './demo-mark.tsx'

test('the note on a record speaks of photographs of Lund only if it is one, and the note on many of all of them', () => {
  const note = (sha256?: string) => renderToStaticMarkup(createElement(DemoNote, { sha256 }))
  expect(note(`aa9431fd${'0'.repeat(56)}`)).toContain('This photograph was taken in Lund')
  expect(note('b'.repeat(64))).not.toContain('Lund')
  expect(note()).toContain('Fourteen photographs were taken in Lund')
})
