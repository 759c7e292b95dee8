import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ExactPositionWarning } from './exact-position-warning.tsx'

const of = (title: string, brief: string) =>
  renderToStaticMarkup(createElement(ExactPositionWarning, { title, brief }))

test('coordinates in the title or the instructions are said to be published as their area', () => {
  const warning = 'Coordinates are published only as their area'
  expect(of('At 43.76956, 11.25581', '')).toContain(warning)
  expect(of('A square', 'Walk around it.\nStand at 43.76956, 11.25581.')).toContain(warning)
  expect(of('A square', 'Walk around it for 30 seconds.')).not.toContain(warning)
})

test('a place line is published as its cell, so it needs no warning', () => {
  expect(of('A square', 'Walk around it.\nPlace: 43.76956, 11.25581')).not.toContain('Coordinates')
})
