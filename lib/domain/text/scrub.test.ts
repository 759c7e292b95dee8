import { expect, test } from 'vitest'
import { scrub, scrubCause } from './scrub.ts'

const hex = (length: number) => 'a1b2c3d4'.repeat(length / 8)

test.each([
  [
    'The signature is not one of 0x00000000000000000000000000000000000000aB for this.',
    'not one of <address>',
  ],
  [`settled in 0x${hex(64)}.`, 'in <hash>'],
  [`Bearer ${hex(40)}abc=.`, 'Bearer <token>'],
  ['see https://example.org/files/x?token=1 again', 'see <link> again'],
  ['postgres://cairn:pass@db/cairn is away', '<link> is away'],
  ['the key cairn_1a2b3c4d5e6f7081 is no good', 'the key <key> is'],
  ['at 48.858370, 2.294481', 'at <number>, <number>'],
  ['[-0.1275,51.507]', '[<number>,<number>]'],
])('what must not be kept is taken out of %s', (text, left) => {
  expect(scrub(text)).toContain(left)
})

test.each([
  'This request costs 0.005 USDC. Nothing was charged.',
  'aoi: the bounding box of the polygon has 1234.567 km²; at most 1000 km² are allowed. Split the area.',
  `There is no bounty bty_${hex(32)}.`,
  'Request 3f2b8c1e-0d4a-4b6e-9a51-7c2d8e9f0a1b was answered.',
  'Only an open bounty can be cancelled; this one is accepted. Nothing was changed.',
  'geometry: a number is expected at character 4, not (. It must be like POLYGON((2.29 48.85, 2.30 48.85)).',
])('what says what was wrong stays: %s', (text) => expect(scrub(text)).toBe(text))

test('the reason of a fault keeps the names of the database and none of its values', () => {
  expect(scrubCause('duplicate key value violates unique constraint "payment_authorization"')).toBe(
    'duplicate key value violates unique constraint "payment_authorization"',
  )
  expect(scrubCause('invalid input syntax for type uuid: "hunter2"')).toBe(
    'invalid input syntax for type uuid: <value>',
  )
  expect(scrubCause("no match for 'Rue de Rivoli 4'")).toBe('no match for <value>')
})
