import { describe, expect, test } from 'vitest'
import { type Answer, createAnswerChecker } from '#testing/answers/checker'

const check = createAnswerChecker({
  openapi: '3.1.0',
  paths: {
    '/api/stones/{id}': {
      get: {
        operationId: 'getStone',
        responses: {
          200: {
            headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Stone' } } },
          },
          405: {
            headers: { Allow: { required: true, schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/Error' },
                    { properties: { error: { enum: ['method_not_allowed'] } } },
                  ],
                },
              },
            },
          },
          503: { headers: { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } } },
        },
      },
    },
    '/api/stones/newest': { get: { operationId: 'getNewest', responses: { 204: {} } } },
  },
  components: {
    headers: { 'X-Request-Id': { required: true, schema: { type: 'string' } } },
    schemas: {
      Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
      Stone: {
        type: 'object',
        properties: {
          placed_at: { type: 'string', format: 'date-time' },
          marks: { type: 'object', additionalProperties: {} },
        },
        required: ['placed_at'],
      },
    },
  },
})

const stone = { placed_at: '2026-03-04T14:05:09Z', marks: { any: 1 } }
const answer = (changes: Partial<Omit<Answer, 'headers'>> & { headers?: Record<string, string> } = {}) => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': '1',
    ...changes.headers,
  }
  const url = 'http://cairn.test/api/stones/7?all'
  return check({
    method: 'GET',
    url,
    status: 200,
    body: JSON.stringify(stone),
    ...changes,
    headers: new Headers(headers),
  })
}

test('an answer as described passes, to HEAD without its body, and by an exact path before one with a parameter', () => {
  expect(answer()).toEqual([])
  expect(answer({ method: 'HEAD', body: '' })).toEqual([])
  expect(answer({ url: 'http://cairn.test/api/stones/newest', status: 204, body: '' })).toEqual([])
})

describe('an answer is found out that', () => {
  const body = (value: unknown) => JSON.stringify(value)
  test.each<[string, Parameters<typeof answer>[0], RegExp]>([
    ['has a status that is not documented', { status: 418 }, /^getStone \(GET\) answers 418/],
    ['lacks a header', { headers: { 'retry-after': '' }, status: 503, body: '' }, /Retry-After/],
    [
      'has a header that cannot be',
      { headers: { 'retry-after': 'soon' }, status: 503, body: '' },
      /Retry-After/,
    ],
    ['has another type', { headers: { 'content-type': 'text/html' } }, /Content-Type text\/html/],
    ['has a body where none belongs', { headers: { 'retry-after': '2' }, status: 503 }, /has a body/],
    ['is no JSON', { body: '{' }, /is no JSON/],
    ['lacks a member', { body: body({}) }, /placed_at/],
    [
      'has a member of another format',
      { body: body({ ...stone, placed_at: 'noon' }) },
      /placed_at.*date-time/,
    ],
    ['has a member nobody described', { body: body({ ...stone, lat: 52.5208 }) }, /\(lat\)/],
    [
      'refuses with another code',
      { method: 'PUT', status: 405, headers: { allow: 'GET' }, body: body({ error: 'internal' }) },
      /\/error/,
    ],
    ['takes a method it does not have', { method: 'PUT' }, /does not have/],
    [
      'refuses a path that is not there otherwise',
      { url: 'http://cairn.test/api/pebbles', status: 404 },
      /error/,
    ],
  ])('%s', (_, changes, says) => {
    const found = answer(changes)
    expect(found.join('\n')).toMatch(says)
  })
})
