import fc from 'fast-check'
import type { FuzzedOperation, FuzzRequest } from '#testing/fuzz/operations'

type Breakage = fc.Arbitrary<(request: FuzzRequest) => FuzzRequest>

/** Values that no member should have to expect, and some get. */
const strangers: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  'x',
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  'NaN',
  '0x',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢'.repeat(3),
  "'; drop table bounty; --",
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(100_000),
  { toString: 'x', __proto__: null, constructor: { prototype: 1 } },
  [[[[[[]]]]]],
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  '+275760-09-13T00:00:00Z',
]
const badPaths = [
  '%',
  '%ZZ',
  '%C3%28',
  '%00',
  '%ED%A0%80',
  '..%2f..%2f',
  'a'.repeat(4_000),
  '%20',
  "'",
  '%F0%9F%97%BF',
]
const badTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  ';',
  'application/json, application/json',
]
const badBearers = [
  'Bearer',
  'Bearer ',
  'Basic eDp5',
  'Bearer a b',
  'bearer \t',
  `Bearer ${'x'.repeat(8_000)}`,
  'Bearer ÿ',
  "Bearer ' or 1=1 --",
]
const extraHeaders: [string, string][] = [
  ['cookie', '__Host-cairn_session=; __Host-cairn_session=x'],
  ['if-none-match', '*, "x", W/'],
  ['origin', 'null'],
  ['x-forwarded-for', `${'1.2.3.4, '.repeat(300)}::1`],
  ['x-forwarded-for', 'not an address'],
  ['forwarded', 'for="_secret";by=\\'],
  ['content-encoding', 'gzip'],
  ['content-length', '99999999999'],
  ['accept', 'text/html'],
  ['range', 'bytes=0-'],
  ['x-http-method-override', 'DELETE'],
  ['upload-metadata', 'filetype !!!,,, ,'],
  ['upload-length', '-1'],
  ['upload-offset', '1e9'],
  ['tus-resumable', '0.2.2'],
  ['expect', 'x'],
]
const bytes = (text: string) => new TextEncoder().encode(text)
const brokenBodies: readonly Uint8Array[] = [
  new Uint8Array(),
  bytes('{'),
  bytes('{"a":1,}'),
  bytes('[1]'),
  bytes('"text"'),
  bytes('null'),
  bytes('1e999'),
  bytes(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  bytes('{"a":1}{"b":2}'),
  new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]),
  new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  bytes('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}'),
  bytes(`{"x":"${'x'.repeat(1_100_000)}"}`),
]

/** Requests with one thing wrong, or two. */
export function brokenOf(operation: FuzzedOperation, payments: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const one = fc.oneof(...breakagesOf(operation, payments))
  return fc
    .tuple(operation.valid, one, fc.option(one, { nil: undefined, freq: 2 }))
    .map(([request, first, second]) => (second ? second(first(request)) : first(request)))
}

function breakagesOf(operation: FuzzedOperation, payments: readonly string[]): Breakage[] {
  const header = (name: string, values: readonly string[]): Breakage =>
    fc.constantFrom(...values).map((value) => (request) => withHeader(request, name, value))
  const found: Breakage[] = [
    fc.constantFrom(...extraHeaders).map(
      ([name, value]) =>
        (request) =>
          withHeader(request, name, value),
    ),
    header('authorization', badBearers),
    header('payment-signature', payments),
    fc
      .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD')
      .map((method) => (request) => ({ ...request, method })),
    fc
      .constantFrom(
        '?',
        '?x=%',
        '?limit=1&limit=2',
        '?cursor=AAAA',
        `?q=${'%F0%9F%97%BF'.repeat(100)}`,
        '?limit=0',
        '?near=a',
      )
      .map((query) => (request) => ({ ...request, target: request.target.split('?')[0] + query })),
  ]
  if (operation.path.includes('{'))
    found.push(
      fc
        .constantFrom(...badPaths)
        .map((text) => (request) => ({ ...request, target: pathWith(operation.path, text) })),
    )
  if (operation.method !== 'GET' && operation.method !== 'HEAD')
    found.push(
      header('content-type', badTypes),
      fc.constantFrom(...brokenBodies).map((body) => (request) => ({ ...request, body })),
    )
  // Most faults are possible in the members of a body, so this breakage gets four times the weight.
  if (operation.body) found.push(memberBreakage, memberBreakage, memberBreakage, memberBreakage)
  return found
}

/** Removes or replaces one member at any depth, or adds an unknown member beside it. */
const memberBreakage: Breakage = fc
  .tuple(fc.nat(), fc.constantFrom('drop', 'replace', 'replace', 'add'), fc.constantFrom(...strangers))
  .map(([at, how, value]) => (request) => {
    if (request.body === null || typeof request.body !== 'object' || request.body instanceof Uint8Array)
      return request
    const body = structuredClone(request.body)
    const places = placesIn(body)
    const place = places[at % Math.max(1, places.length)]
    if (!place) return request
    if (how === 'add') place.holder[`${place.key}_`] = value
    else if (how === 'drop') delete place.holder[place.key]
    else place.holder[place.key] = value
    return { ...request, body }
  })

type Place = { holder: Record<string, unknown>; key: string }

function placesIn(value: unknown): Place[] {
  if (value === null || typeof value !== 'object') return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

function withHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  return {
    ...request,
    headers: [...request.headers.filter(([known]) => known.toLowerCase() !== name), [name, value]],
  }
}

function pathWith(template: string, text: string): string {
  return template.replace(/\{\w+\}/, text)
}
