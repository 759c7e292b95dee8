import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadPart, NotLoaded } from './load-part.tsx'

const Part = ({ text }: { text: string }) => createElement('b', null, text)

test('a part that is loaded is the part itself', async () => {
  const module = { default: Part }
  expect(await loadPart(async () => module, 'The part')).toBe(module)
})

test('a part that cannot be loaded becomes a sentence, and no error', async () => {
  const { default: Later } = await loadPart<{ text: string }>(
    () => Promise.reject(new Error('Failed to load chunk')),
    'The part',
  )
  const html = renderToStaticMarkup(createElement(Later, { text: 'loaded' }))
  expect(html).toContain('The part could not be loaded.')
})

test('the sentence about it names the part and has a button', () => {
  const html = renderToStaticMarkup(createElement(NotLoaded, { name: 'The map', onRetry: () => {} }))
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('The map could not be loaded. Try again')
  expect(html).toContain('<button type="button"')
})
