import { expect, test } from 'vitest'
import { doubtsOf, saysLength } from './film-doubts.ts'

type Film = Parameters<typeof doubtsOf>[0]
const short = { code: 'short', text: 'The film lasts 6.0 s. A longer one makes a more complete model.' }
const soft = { code: 'slightly_blurred', text: 'The film is a little soft.' }
const film: Film = {
  figures: { duration_seconds: 6.01, width: 1_920, height: 1_080, frames_per_second: 30 },
  quality_reasons: [],
  quality_warnings: [short, soft],
}
const asked = 'Thirty seconds of video around the well.'
const said = (one: Film, brief: string) =>
  doubtsOf(one, brief).map(({ title, finding }) => `${title}: ${finding.text}`)

test('a film that is short and shorter than asked for has its length said once', () => {
  expect(said(film, asked)).toEqual([
    'Shorter than asked for: 6 s; the bounty asks for 30 s. A longer film makes a more complete model.',
    'A little blurred: The film is a little soft.',
  ])
  expect(saysLength(doubtsOf(film, asked))).toBe(true)
})

test('without a wished length, a short film is called short; a film that is long enough has no doubt of its length', () => {
  expect(said(film, 'The well.')[0]).toBe(`A short film: ${short.text}`)
  const long = { ...film, figures: { ...film.figures!, duration_seconds: 31 }, quality_warnings: [soft] }
  expect(saysLength(doubtsOf(long, asked))).toBe(false)
})

test('a film that is too short for the check has its length in that finding alone', () => {
  const reasons = [{ code: 'too_short', text: 'The film lasts 3.0 s, and at least 5 s are needed.' }]
  expect(doubtsOf({ ...film, quality_reasons: reasons, quality_warnings: [] }, asked)).toEqual([])
})
