import { expect, test } from 'vitest'
import { charactersLeft } from '#lib/domain/bounty/bounty-place'
import { coachLines } from '#lib/domain/film/coach'
import { shotTemplates, withTemplate } from './shot-templates.ts'

const [facade, square] = shotTemplates

test('a template replaces another one, and never what somebody wrote', () => {
  expect(withTemplate('', facade.brief)).toBe(facade.brief)
  expect(withTemplate(facade.brief, square.brief)).toBe(square.brief)
  expect(withTemplate('Mind the dog.', facade.brief)).toBe(`Mind the dog.\n\n${facade.brief}`)
  const both = withTemplate('Mind the dog.', facade.brief)
  expect(withTemplate(both, facade.brief)).toBe(both)
})

test.each(shotTemplates)('$name is long enough for an order, and leaves room', ({ brief }) => {
  expect(brief.length).toBeGreaterThanOrEqual(20)
  expect(charactersLeft(brief, 'u33db2')).toBeGreaterThan(3_000)
})

test('a contributor gets advice of its own for each template', () => {
  const advice = shotTemplates.map(({ brief }) => coachLines(brief)[0]!.text)
  expect(new Set(advice).size).toBe(shotTemplates.length)
})
