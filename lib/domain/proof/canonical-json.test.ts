import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '#lib/domain/proof/canonical-json'

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)

/** A JSON text of a value, with its members in any order and any white space between the parts. */
function written(value: unknown): fc.Arbitrary<string> {
  if (Array.isArray(value))
    return fc
      .tuple(space, ...value.map(spaced))
      .map(([inside, ...items]) => `[${items.length ? items.join(',') : inside}]`)
  if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value))
  const members = Object.entries(value)
  return fc
    .tuple(
      space,
      fc
        .shuffledSubarray(members, { minLength: members.length })
        .chain((shuffled) =>
          fc.tuple(
            ...shuffled.map(([name, member]) =>
              fc.tuple(spaced(name), spaced(member)).map((parts) => parts.join(':')),
            ),
          ),
        ),
    )
    .map(([inside, parts]) => `{${parts.length ? parts.join(',') : inside}}`)
}

function spaced(value: unknown): fc.Arbitrary<string> {
  return fc.tuple(space, written(value), space).map((parts) => parts.join(''))
}

const value = fc.jsonValue()
const same = (one: unknown, two: unknown) => canonicalJson(one) === canonicalJson(two)
const twice = value.chain((made) =>
  fc.record({ made: fc.constant(made), text: spaced(made), other: spaced(made) }),
)

test('every notation of a value has the same canonical text, which parses to the value', () => {
  fc.assert(
    fc.property(twice, ({ made, text, other }) => {
      const canonical = canonicalJson(JSON.parse(text))
      expect(canonicalJson(JSON.parse(other))).toBe(canonical)
      expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(made)))
    }),
  )
})

/** The value with one of its leaves, chosen by `pick`, replaced. */
function change(made: unknown, pick: number): unknown {
  if (Array.isArray(made) && made.length > 0)
    return made.map((item, index) => (index === pick % made.length ? change(item, pick) : item))
  if (typeof made === 'object' && made !== null && Object.keys(made).length > 0) {
    const members = Object.entries(made)
    return Object.fromEntries(
      members.map(([name, member], index) => [
        name,
        index === pick % members.length ? change(member, pick) : member,
      ]),
    )
  }
  return [made]
}

test('changing any value changes the text', () => {
  fc.assert(
    fc.property(value, fc.nat(), (made, pick) => {
      expect(same(made, change(made, pick))).toBe(false)
    }),
  )
})

test.each([
  ['the order of a list', '[1,2]', '[2,1]'],
  ['a number as text', '{"a":1}', '{"a":"1"}'],
  ['null and nothing', '{"a":null}', '{}'],
  ['null and a number too large', '[null]', '[1e400]'],
  ['the signs of numbers too large', '[-1e400]', '[1e400]'],
  ['a member called __proto__', '{"__proto__":1}', '{}'],
])('tells apart %s', (_, one, two) => {
  expect(same(JSON.parse(one), JSON.parse(two))).toBe(false)
})

test.each([
  ['1.0', '1'],
  ['-0', '0'],
  ['1E2', '100'],
  ['"\\u0041\\/"', '"A/"'],
  ['{"a":1,"a":2}', '{"a":2}'],
])('%s is %s', (one, two) => {
  expect(canonicalJson(JSON.parse(one))).toBe(two)
})

test('the example of RFC 8785 comes out as the RFC has it', () => {
  const input = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`
  expect(canonicalJson(JSON.parse(input))).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  )
})

test('half a million levels of nesting do not overflow the stack', () => {
  const text = '['.repeat(500_000) + ']'.repeat(500_000)
  expect(canonicalJson(JSON.parse(text)) === text).toBe(true)
})
