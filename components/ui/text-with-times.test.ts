import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { utcText } from '#lib/domain/text/moment'
import { TextWithTimes } from './text-with-times.tsx'

const of = (text: string) => renderToStaticMarkup(createElement(TextWithTimes, { text }))

test('the time of an earlier film is a time of the page, which shows it in the reader’s zone', () => {
  const text = `The film looks the same as the film that you submitted for this bounty at ${utcText('2026-11-28T04:41:08Z')}.`
  expect(of(text)).toMatch(/for this bounty <time dateTime="2026-11-28T04:41:08Z".*<\/time>\.$/)
})

test('a text without a time stays as it is', () => {
  expect(of('The film lasts 400.0 s, at 30 frames.')).toBe('The film lasts 400.0 s, at 30 frames.')
})
