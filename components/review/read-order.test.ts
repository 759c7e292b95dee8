import { expect, test } from 'vitest'
import { wordsMaxCharacters } from '#lib/domain/bounty/bounty-place'
import { readOrder } from './read-order.ts'

const limits = { minUsdc: 5, maxUsdc: 500 }
const brief = 'Walk once around the well, slowly.'
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  const all = { title: 'The old well', brief, amount_usdc: ' 20 ', deadline_days: '7', ...fields }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  return form
}

test('a complete form is an order, with its place in the brief', () => {
  expect(readOrder(formOf({}), 'u33db2', limits)).toEqual({
    order: {
      title: 'The old well',
      brief: `${brief}\n\nPlace: geohash u33db2`,
      amount_usdc: 20,
      deadline_days: 7,
    },
    problems: {},
  })
})

test('every invalid field has its own problem, and there is no order', () => {
  const { order, problems } = readOrder(
    formOf({ title: 'x', brief: 'short', amount_usdc: '', deadline_days: '31' }),
    undefined,
    limits,
  )
  expect(order).toBeUndefined()
  expect(problems).toEqual({
    title: 'Write a title of 3 to 200 characters.',
    brief: 'Say what to film in 20 to 4,000 characters.',
    amount_usdc: 'Enter a whole amount from 5 to 500 USDC.',
    deadline_days: 'Enter a whole number of days from 1 to 30.',
  })
})

test.each([
  ['The old\u200b well', 'Remove invisible characters and direction marks, such as U+200B.'],
  ['The old\u0007 well', 'Remove characters that cannot be shown.'],
  ['\u2800\u2800\u2800', 'Write it in visible characters.'],
])('a title that cannot be published says what to do about it: %j', (title, problem) => {
  expect(readOrder(formOf({ title }), undefined, limits).problems).toEqual({ title: problem })
})

test.each(['4', '501', '20.5', 'twenty'])('an amount of %s is refused', (amount) => {
  expect(readOrder(formOf({ amount_usdc: amount }), undefined, limits).problems).toHaveProperty('amount_usdc')
})

test('a brief must leave room for its place, and a place does not fill a brief that is too short', () => {
  const long = 'x'.repeat(wordsMaxCharacters + 1)
  expect(readOrder(formOf({ brief: long }), 'u33db2', limits).problems.brief).toBe(
    'Use at most 3,977 characters: the area takes the rest.',
  )
  expect(readOrder(formOf({ brief: long }), undefined, limits).problems).toEqual({})
  expect(readOrder(formOf({ brief: 'too short' }), 'u33db2', limits).problems).toHaveProperty('brief')
})

test('a name that was typed and not chosen is not left out silently', () => {
  const half = formOf({ place: 'Mumb' })
  expect(readOrder(half, undefined, limits).order).toBeUndefined()
  expect(Object.keys(readOrder(half, undefined, limits).problems)).toEqual(['place'])
  expect(readOrder(formOf({ place: 'Florence, Italy' }), 'spzbzd', limits).problems).toEqual({})
  expect(readOrder(formOf({ place: ' ' }), undefined, limits).problems).toEqual({})
})

test.each([
  `${brief}\nPlace: 48.1391, 11.5656`,
  `${brief}\nPlace: u281z5`,
  'Place: 48.1391, 11.5656\nFilm the fountain, then the gate.\nPlace: 48.1392, 11.5657',
])('a place line of the words stays in the order, and must not differ from the area: %j', (words) => {
  expect(readOrder(formOf({ brief: words }), undefined, limits).order?.brief).toBe(words)
  expect(readOrder(formOf({ brief: words }), 'u281z5', limits).order?.brief).toBe(
    `${words}\n\nPlace: geohash u281z5`,
  )
  const differing = readOrder(formOf({ brief: words }), 'u33db2', limits)
  expect(differing.order).toBeUndefined()
  expect(differing.problems).toEqual({
    brief:
      'A line in the instructions names another place, u281z5, than the area you chose: remove one of them.',
  })
})

test('two different place lines are refused', () => {
  const words = 'Film the fountain.\nPlace: u281z5\nPlace: geohash u33db2'
  expect(readOrder(formOf({ brief: words }), undefined, limits).problems).toEqual({
    brief: 'Names two places, u281z5 and u33db2: leave one line that begins with "Place:".',
  })
})

test.each([
  'Film all of it.\nPlace: 48.1391, 11.5656',
  'Place: 48.1391, 11.5656',
  `${'x'.repeat(3_980)}\nPlace: u281z5`,
  ' '.repeat(30),
])('a form gives either an order or a problem: %j', (words) => {
  for (const place of [undefined, 'u33db2']) {
    const { order, problems } = readOrder(formOf({ brief: words }), place, limits)
    expect(order !== undefined).toBe(Object.keys(problems).length === 0)
  }
})
