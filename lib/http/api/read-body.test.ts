import { expect, test } from 'vitest'
import { parseBody } from '#lib/http/api/read-body'

const parse = (text: string | Uint8Array) =>
  parseBody(
    new Request('http://localhost', { method: 'POST' }),
    typeof text === 'string' ? new TextEncoder().encode(text) : text,
    { ofAnyType: true },
  )

test.each([
  [
    '{"aoi": 1 "to": 2}',
    "The body is not valid JSON: expected ',' or '}' after property value, at line 1, column 11.",
  ],
  ['{\n  aoi: 1\n}', "The body is not valid JSON: expected property name or '}', at line 2, column 3."],
  [
    '{"aoi": 1',
    "The body is not valid JSON: expected ',' or '}' after property value, at line 1, column 10.",
  ],
  ['{"aoi": ', 'The body is not valid JSON: it ends too early.'],
  [
    '{} secret',
    'The body is not valid JSON: unexpected non-whitespace character after JSON, at line 1, column 4.',
  ],
  // The parser would repeat the text.
  ['secret', 'The body is not valid JSON.'],
  ['{"a": secret}', 'The body is not valid JSON.'],
])('a body that is no JSON is refused with the place of the fault: %s', (text, message) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'invalid_request', message }))
})

test('a body that is not UTF-8 is refused as such', () => {
  expect(() => parse(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('it is not UTF-8')
})
