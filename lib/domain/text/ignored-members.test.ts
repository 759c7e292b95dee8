import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeIgnored, listIgnored, withInnerMembers } from '#lib/domain/text/ignored-members'

const known = ['aoi', 'radius_m', 'from', 'to', 'limit', 'deadline_days', 'amount_usdc']
const start = 'Ignored, because this request has no such member: '

test.each<[given: unknown, text: string | undefined]>([
  [{ aoi: 1, limit: 2 }, undefined],
  [[], undefined],
  [undefined, undefined],
  [{ radius: 3000 }, '"radius" (did you mean "radius_m"?).'],
  [{ raduis_m: 3000 }, '"raduis_m" (did you mean "radius_m"?).'],
  [{ radiusM: 3000 }, '"radiusM" (did you mean "radius_m"?).'],
  [{ form: '2026-01-01' }, '"form" (did you mean "from"?).'],
  [
    { deadline: 3, amount: 50 },
    '"deadline" (did you mean "deadline_days"?), "amount" (did you mean "amount_usdc"?).',
  ],
  // A member that is given as well was not misspelt.
  [{ radius: 3000, radius_m: 5 }, '"radius".'],
  [{ tool: 1, window: {}, f: 2 }, '"tool", "window", "f".'],
  [{ a: 1, b: 1, c: 1, d: 1, e: 1 }, '"a", "b", "c", and 2 more.'],
  [{ ['x'.repeat(100)]: 1 }, `"${'x'.repeat(40)}…".`],
  [{ 'a"b\n\u202ec': 1 }, '"a\\"b c".'],
])('members without a meaning are named, with a similar name: %#', (given, text) => {
  expect(describeIgnored(given, known)).toBe(text && start + text)
})

test('the text is short and in one line for any names', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constant(1)), (given) => {
      const text = describeIgnored(given, known) ?? ''
      expect(text.length).toBeLessThan(600)
      expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('members of an object within the request are named by their paths', () => {
  const inner = { aoi: ['type', 'coordinates'] }
  const given = withInnerMembers({ aoi: { type: 'Point', radius_m: 5, note: 1 }, limit: 2 }, inner)
  expect(listIgnored(given, known)).toEqual(['aoi.radius_m', 'aoi.note'])
  expect(describeIgnored(given, known)).toBe(`${start}"aoi.radius_m" (did you mean "radius_m"?), "aoi.note".`)
  for (const other of [undefined, [1], { aoi: 'text' }, { limit: 1 }])
    expect(withInnerMembers(other, inner)).toEqual(other)
})

test('programs get the same names as a list, which is short too', () => {
  expect(listIgnored({ aoi: 1, radius: 3000, a: 1 }, known)).toEqual(['radius', 'a'])
  expect(listIgnored({ aoi: 1 }, known)).toEqual([])
  expect(listIgnored([1], known)).toEqual([])
  expect(listIgnored({ ['x'.repeat(100)]: 1 }, known)).toEqual([`${'x'.repeat(40)}…`])
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name${at}`, 1]))
  expect(listIgnored(many, known)).toHaveLength(20)
})
