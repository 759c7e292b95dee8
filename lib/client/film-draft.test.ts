import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeFilmDraft, filmName, forgetFilmDraft, readFilmDraft } from './film-draft.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const file = (name: string) => new File(['film'], name, { lastModified: 1 })
const film = filmName('0xa bty_a', file('a.mp4'))

test('what was filled in for a film is kept until it is forgotten', () => {
  changeFilmDraft(film, { note: 'Twice around.' })
  changeFilmDraft(film, { place: 'spz2mw', time: '2026-11-01T12:00' })
  changeFilmDraft(film, { place: undefined })
  expect(readFilmDraft(film)).toEqual({ note: 'Twice around.', time: '2026-11-01T12:00' })
  forgetFilmDraft()
  expect(readFilmDraft(film)).toEqual({})
})

test.each([
  ['another person', filmName('0xb bty_a', file('a.mp4'))],
  ['another bounty', filmName('0xa bty_b', file('a.mp4'))],
  ['another film', filmName('0xa bty_a', file('b.mp4'))],
])('%s does not get it', (_, other) => {
  changeFilmDraft(film, { note: 'Twice around.', time: '2026-11-01T12:00' })
  expect(readFilmDraft(other)).toEqual({})
  changeFilmDraft(other, { note: 'Once.' })
  expect(readFilmDraft(other)).toEqual({ note: 'Once.' })
  expect(readFilmDraft(film)).toEqual({})
})

test('a place that is no cell of six characters is not taken from the storage', () => {
  changeFilmDraft(film, { place: 'spz2mwxyz' })
  expect(readFilmDraft(film)).toEqual({})
})

test.each(['{', '[]', '"a"', '{"note":1}'])('%s in the storage is no draft', (text) => {
  stored.set('cairn.film-draft', text)
  expect(readFilmDraft(film)).toEqual({})
})

test('without storage nothing is kept', () => {
  vi.stubGlobal('sessionStorage', undefined)
  changeFilmDraft(film, { note: 'Twice around.' })
  expect(readFilmDraft(film)).toEqual({})
  forgetFilmDraft()
})
