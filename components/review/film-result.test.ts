import { expect, test } from 'vitest'
import { filmResult, firstFilm } from './film-result.ts'

type Film = Parameters<typeof filmResult>[0]
const film: Film = {
  quality_status: 'pass',
  quality_reasons: [],
  model_forecast: 'likely',
  preview_status: 'ready',
  accepted: false,
  declined: null,
}
const dark: Film = { ...film, quality_status: 'fail', model_forecast: 'doubtful' }
const declined: Film = { ...film, declined: { reason: 'other', text: 'No.', at: '2026-11-20T10:00:00Z' } }

test('the desk opens with the undecided film that has the best result, the earliest of equals', () => {
  expect(firstFilm([dark, { ...film, model_forecast: 'unlikely' }, film, film])).toBe(2)
  expect(firstFilm([declined, dark, { ...film, quality_status: 'pending', model_forecast: null }])).toBe(2)
  expect(firstFilm([declined, dark])).toBe(1)
  expect(firstFilm([{ ...film, preview_status: 'failed' }, dark])).toBe(1)
  expect(firstFilm([declined, declined])).toBe(0)
  expect(firstFilm([])).toBe(0)
})

test('after a film was accepted, the desk opens with that one', () => {
  expect(firstFilm([film, { ...dark, accepted: true }])).toBe(1)
})

test('each result has words of its own, and a film that could not be checked is none that failed', () => {
  const results: Film[] = [
    film,
    { ...film, model_forecast: null },
    { ...film, model_forecast: 'doubtful' },
    { ...film, quality_status: 'pending' },
    dark,
    { ...film, quality_status: 'fail', quality_reasons: [{ code: 'not_checked', text: '' }] },
  ]
  expect(results.map((one) => `${filmResult(one).is}: ${filmResult(one).text}`)).toEqual([
    'done: check passed, 3D model likely',
    'done: check passed',
    'careful: check passed, 3D model doubtful',
    'now: being checked',
    'wrong: check not passed',
    'careful: could not be checked',
  ])
})

test('the words on a thumbnail name the forecast if there is one, and otherwise the check', () => {
  expect(filmResult(film).short).toBe('3D model likely')
  expect(filmResult({ ...film, model_forecast: null }).short).toBe('Passed')
  expect(filmResult(dark).short).toBe('Not passed')
})
