import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  charactersLeft,
  coarseBrief,
  hasPlaceInText,
  placeOf,
  placesOf,
  unreadPlace,
  withPlace,
  wordsMaxCharacters,
  wordsOf,
} from '#lib/domain/bounty/bounty-place'
import { createBountyInput } from '#lib/schemas/bounty-order'

const character = fc.constantFrom(...'0123456789bcdefghjkmnpqrstuvwxyz')
const geohash = fc.string({ unit: character, minLength: 1, maxLength: 6 })
const longGeohash = fc.string({ unit: character, minLength: 7, maxLength: 12 })
const line = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.oneof(geohash, longGeohash).map((place) => `Place: geohash ${place}`),
  fc.constantFrom('Place: u33db2wx', 'Place: 48.1391, 11.5656', 'place: -1.28333,36.81667.', 'Place: Ghent'),
  fc.constantFrom('', ' place: GEOHASH U33DB2. ', 'Place: geohash', 'Place: geohash a', 'Place:geohash u33'),
)
const brief = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r', '\u2028'))
  .map(([lines, end]) => lines.join(end))

const withLineFeeds = (text: string) => text.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n')

test('a place is read back from any brief it was written into', () => {
  fc.assert(
    fc.property(brief, geohash, (text, place) => {
      expect(placeOf(withPlace(text, place))).toBe(place)
    }),
  )
})

test('no text makes it throw, and no place is finer than six characters', () => {
  fc.assert(
    fc.property(brief, (text) => {
      const place = placeOf(text)
      if (place !== undefined) expect(place).toMatch(/^[0-9b-hjkmnp-z]{1,6}$/)
      const shown = coarseBrief(text)
      expect(placeOf(shown)).toBe(place)
      expect(shown).not.toMatch(/^place: geohash [0-9b-hjkmnp-z]{7,}$/im)
      expect(shown).not.toMatch(/^place: (u33db2wx|48\.1391|-1\.28333)/im)
      expect(coarseBrief(shown)).toBe(shown)
    }),
  )
})

test('a place that is written into a brief is its last line, and no other line of it is changed', () => {
  fc.assert(
    fc.property(brief, geohash, (text, place) => {
      const written = withPlace(text, place)
      expect(wordsOf(written)).toBe(withLineFeeds(text).trim())
      expect(withPlace(text, undefined)).toBe(text)
    }),
  )
})

test('each place line becomes its cell where it stands, and only the line that counts is not among the words', () => {
  const text = 'Start here:\r\nPlace: 48.1391, 11.5656\nthen walk to\nplace: u33db2wxyz.\nPlace: the bridge'
  const shown = 'Start here:\r\nPlace: geohash u281z5\nthen walk to\nPlace: geohash u33db2\nPlace: the bridge'
  expect(coarseBrief(text)).toBe(shown)
  expect(placeOf(shown)).toBe('u33db2')
  expect(wordsOf(shown)).toBe('Start here:\nPlace: geohash u281z5\nthen walk to\nPlace: the bridge')
})

test('a line that is not understood stays, without its exact position', () => {
  expect(coarseBrief('Place: the well, 43.77312345 11.25498765')).toBe('Place: the well, geohash srb100')
  expect(coarseBrief('Place: 43.77312345 11.25498765')).toBe('Place: geohash srb100')
  expect(coarseBrief('Place: Karlsplatz, Munich')).toBe('Place: Karlsplatz, Munich')
})

test('words in brackets after a place stay', () => {
  const brief = 'Film it.\n- **Place:** 43.7731, 11.2550 (the door at 43.77312, 11.25499)'
  expect(coarseBrief(brief)).toBe('Film it.\nPlace: geohash srb100 (the door at geohash srb100)')
  expect(wordsOf('Film it.\nPlace: u33db2 (the door)')).toBe('Film it.\n(the door)')
})

test('all different places are named', () => {
  expect(placesOf('Place: u33db2\nPlace: geohash U33DB2\nPlace: Ghent')).toEqual(['u33db2'])
  expect(placesOf('Place: u33db2\nPlace: 48.1391, 11.5656')).toEqual(['u33db2', 'u281z5'])
})

describe('the longest brief', () => {
  const order = (text: string) =>
    createBountyInput({ minUsdc: 50, maxUsdc: 5_000 }).safeParse({
      title: 'The well',
      brief: text,
      amount_usdc: 50,
      deadline_days: 1,
    })

  test('has room for any place', () => {
    const words = '🗼'.repeat(wordsMaxCharacters)
    expect(order(withPlace(words, 'u33db2')).success).toBe(true)
    expect(order(withPlace(`${words}x`, 'u33db2')).success).toBe(false)
  })
})

test.each([
  ['Film it.\n\nPlace: geohash u33db2', 'u33db2'],
  ['Film it.\r\nplace: geohash U33DB2.\r\nFrom the bridge.', 'u33db2'],
  ['Place: geohash u33\nPlace: geohash ezs4', 'ezs4'],
  ['Place: geohash u33db2wxyz', 'u33db2'],
  ['Place: u33db2', 'u33db2'],
  ['Place: u33dbb.', 'u33dbb'],
  ['place: u33db2wxyz', 'u33db2'],
  ['Place: u33db', 'u33db'],
  ['Place: 48.1391, 11.5656', 'u281z5'],
  ['Place: 48.1391,11.5656.', 'u281z5'],
  ['Place: -33.85678, 151.21530', 'r3gx2u'],
  ['Place: u33db2\nPlace: Karlsplatz, Munich', 'u33db2'],
  ['Place: geohash u33db2wxyz0123', 'u33db2'],
  ['Place: 48.1391 11.5656', 'u281z5'],
  ['Place: 48.1391; 11.5656', 'u281z5'],
  ['Place: 48,1391, 11,5656', 'u281z5'],
  ['Place: lat 48.14, lon 11.56', 'u281z5'],
  ['Place: 48.1391 N, 11.5656 E', 'u281z5'],
  ['Place: 33.85678 S, 151.21530 E', 'r3gx2u'],
  ['Place: 48°08′20.8″N 11°33′56.2″E', 'u281z5'],
  ['Place: geo:48.1391,11.5656', 'u281z5'],
  ['Place: https://maps.example/@48.1391,11.5656,17z', 'u281z5'],
  ['Place: 151.21530, -33.85678', 'r3gx2u'],
  ['Place: U281Z5', 'u281z5'],
  ['Place: 48.1391, 11.5656 (the fountain)', 'u281z5'],
  ['Place: geohash u281z5 [by the gate]', 'u281z5'],
  ['- Place: u281z5', 'u281z5'],
  ['**Place:** geohash u281z5', 'u281z5'],
  ['* **Place**: `u281z5`', 'u281z5'],
])('%j names %s', (text, place) => {
  expect(placeOf(text)).toBe(place)
})

test.each([
  'The place: geohash u33db2',
  'Place: geohash u33db2 or nearby',
  'Place: geohash',
  'Place: geohash abc',
  'Place: Denver',
  'Place: dresden',
  'Place: 10115',
  'Place: SE17PB',
  'Place: H2X1Y4',
  'Place: 1012JS',
  'Place: 48.1391, 11.5656 or nearby',
  'Place: 95.1391, 191.5656',
  'Place: 42nd',
  'Place: u33d',
  'Place: Karlsplatz, Munich',
  'Place: 48.1, 11.5',
  'Place: 48.1391, 181.5656',
  'Place:',
])('%j names none', (text) => {
  expect(placeOf(text)).toBeUndefined()
})

test('a place line that cannot be read is reported, and other words about a place are not taken for one', () => {
  expect(unreadPlace('Film it.\nPlace: Karlsplatz, Munich.')).toBe('Karlsplatz, Munich')
  expect(unreadPlace('Film it.\nPlace: geohash u33db2')).toBeUndefined()
  expect(unreadPlace('Film the place: the fountain.')).toBeUndefined()
  expect(hasPlaceInText('Film it. Place: geohash u33db2, from the front.')).toBe(true)
  expect(hasPlaceInText('Film it. Place: 48.13, 11.56')).toBe(true)
  expect(hasPlaceInText('Film it. Place: u33db2')).toBe(true)
  expect(hasPlaceInText('Film the place: the fountain.')).toBe(false)
  expect(hasPlaceInText('Film it.\n Place: geohash u33db2')).toBe(false)
})

test('a line of spaces is parsed in linear time', () => {
  // With quadratic cost, this many would take minutes.
  const spaces = ' '.repeat(300_000)
  expect(placeOf(`Place: geohash u33db2${spaces}or nearby`)).toBeUndefined()
  expect(placeOf(`Place: 48.1391,${spaces}north`)).toBeUndefined()
  expect(placeOf(`Place: ${'u33db2'.repeat(50_000)}`)).toBeUndefined()
})

test('a brief with no characters left, with its place, is as long as the interface takes it', () => {
  const schema = createBountyInput({ minUsdc: 5, maxUsdc: 500 })
  for (const place of [undefined, 'u33db2']) {
    const words = 'ä'.repeat(charactersLeft('', place))
    expect(charactersLeft(` ${words}\n`, place)).toBe(0)
    expect([...withPlace(words, place)].length).toBe(4_000)
    const order = { title: 'The well', amount_usdc: 20, deadline_days: 1 }
    expect(schema.safeParse({ ...order, brief: withPlace(words, place) }).success).toBe(true)
    expect(schema.safeParse({ ...order, brief: withPlace(`${words}ä`, place) }).success).toBe(false)
  }
})
