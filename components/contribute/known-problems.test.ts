import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FilmPreview } from './film-preview.tsx'
import { KnownProblems } from './known-problems.tsx'
import type { Measured } from './use-measured.ts'

const known = (isWarned: boolean) =>
  renderToStaticMarkup(
    createElement(KnownProblems, {
      title: 'This film does not fit the bounty',
      misfits: ['It was filmed before the bounty.'],
      isWarned,
    }),
  )

test('the button leads to the checks of the film, where each problem is named', () => {
  const check = { name: 'light', is: 'bad', text: 'Too dark.' } as const
  const measured: Measured = { url: undefined, setPlayed: () => {}, sampling: false, checks: [check] }
  const film = renderToStaticMarkup(
    FilmPreview({ file: new File([], 'a.mp4'), measured, claims: [], children: null }),
  )
  expect(film).toMatch(/id="film-checks".*Too dark\./)
  expect(known(false)).toContain('href="#film-checks"')
})

test('only a press that has to be repeated says that nothing was submitted', () => {
  expect(known(true)).toContain('It is not submitted yet.')
  expect(known(false)).not.toContain('submitted')
})

test('the reason stands beside the button', () => {
  expect(known(false)).toMatch(/This film does not fit the bounty:.*It was filmed before the bounty\./)
})
