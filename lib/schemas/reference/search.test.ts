import { expect, test } from 'vitest'
import { openSearch, type SearchEntry } from '#lib/schemas/reference/search'

const entry = (href: string, title: string, words: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  href,
  title,
  page: href.includes('#') ? 'A guide' : '',
  words,
  ...more,
})
const find = openSearch([
  entry('/docs/guide', 'A guide', 'All about cairns.'),
  entry(
    '/docs/guide#stones',
    'Stones',
    'They lie on each other.\nThe largest ones are below, and carry all the others.',
  ),
  entry('/docs/guide#moss', 'Moss', 'Grows on stones.', { names: 'green plant' }),
  entry('/docs/guide#error', 'no_stones', 'There were none.'),
  entry('/docs/reference/layStone', 'Lay one', 'Lays a stone.', { names: 'layStone stone_count' }),
  entry('/docs/operations#quarry', 'The quarry', 'Stones come from here.'),
])
const hrefsFor = (question: string) => find(question, 10).hits.map(({ href }) => href)
const lineFor = (question: string) => find(question, 1).hits[0]?.line

test('titles come before texts, and the operators’ guide last, unless the words are in its titles', () => {
  const found = hrefsFor('stones')
  expect(found[0]).toBe('/docs/guide#stones')
  expect(found.at(-1)).toBe('/docs/operations#quarry')
  expect(hrefsFor('the quarry')[0]).toBe('/docs/operations#quarry')
})

test('names are found whole, in parts, and in any case', () => {
  for (const question of ['layStone', 'laystone', 'lay stone'])
    expect(hrefsFor(question)[0], question).toBe('/docs/reference/layStone')
  expect(hrefsFor('stone_count')[0]).toBe('/docs/reference/layStone')
  expect(hrefsFor('count')).toEqual(['/docs/reference/layStone'])
  for (const question of ['no_stones', 'no stones'])
    expect(hrefsFor(question), question).toContain('/docs/guide#error')
})

test('a word is found by its beginning, with a typo, and in the plural', () => {
  expect(hrefsFor('quar')).toEqual(['/docs/operations#quarry'])
  expect(hrefsFor('qurry')).toEqual(['/docs/operations#quarry'])
  expect(hrefsFor('quarries')).toEqual(['/docs/operations#quarry'])
  expect(hrefsFor('larg')).toEqual(['/docs/guide#stones'])
})

test('words that say nothing about a subject are ignored, unless there are no others', () => {
  expect(find('what is the moss, and why?', 10)).toEqual(find('moss', 10))
  expect(hrefsFor('there')).toContain('/docs/guide#error')
  expect(find(' ?', 10)).toEqual({ hits: [], hasAllWords: false })
})

test('the result says whether any entry has all of the words', () => {
  expect(find('largest below', 10).hasAllWords).toBe(true)
  expect(find('largest moss', 10)).toMatchObject({ hasAllWords: false })
  expect(hrefsFor('largest moss')).toEqual(expect.arrayContaining(['/docs/guide#stones', '/docs/guide#moss']))
})

test('a hit shows the words around those that were found, or the start of a text that was found by its names', () => {
  expect(lineFor('carry below')).toBe('The largest ones are below, and carry all the others.')
  expect(lineFor('plant')).toBe('Grows on stones.')
  expect(lineFor('layStone')).toBe('Lays a stone.')
  expect(find('cairns', 1).hits[0]).toEqual({
    href: '/docs/guide',
    title: 'A guide',
    page: '',
    line: 'All about cairns.',
  })
  expect(lineFor('quarry')).toBeUndefined()
  const [long] = openSearch([entry('/docs/long', 'Long', `${'so '.repeat(20)}needle ${'on '.repeat(20)}`)])(
    'needle',
    1,
  ).hits
  expect(long!.line).toMatch(/^… (so ){5}needle (on ){8}…$/)
})

test('a word of the language of programs is no member of an object', () => {
  for (const question of ['constructor', '__proto__', 'toString hasOwnProperty'])
    expect(hrefsFor(question)).toEqual([])
})
