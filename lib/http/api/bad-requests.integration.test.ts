import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '#lib/domain/error-table'
import { errorBody } from '#lib/schemas/x402'
import { jsonPost } from '#testing/paid-service'
import { sampled } from '#testing/sampled'
import { openUnpaidService, queryPath, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const send: UnpaidService['send'] = (path, init) => service.send(path, init)
const refusalOf = async (response: Response) => errorBody.parse(await response.json())

describe('every 400 comes before any price', () => {
  const ring = [
    [0, 0],
    [0, 0.01],
    [0.01, 0.01],
    [0, 0],
  ]
  const point = { type: 'Point', coordinates: [2.29, 48.85] }
  const cases: [string, unknown, string, string | RegExp | undefined][] = [
    ['no aoi', {}, 'invalid_request', 'aoi'],
    ['aoi is null', { aoi: null }, 'invalid_geometry', /^aoi/],
    ['a body that is no object', [1], 'invalid_request', undefined],
    ['an unknown geometry', { aoi: { type: 'LineString', coordinates: ring } }, 'invalid_geometry', /^aoi/],
    [
      'a longitude out of range',
      { aoi: { type: 'Point', coordinates: [181, 0] } },
      'invalid_geometry',
      /^aoi/,
    ],
    ['a latitude out of range', { aoi: { type: 'Point', coordinates: [0, 91] } }, 'invalid_geometry', /^aoi/],
    [
      'a coordinate that is text',
      { aoi: { type: 'Point', coordinates: ['0', 0] } },
      'invalid_geometry',
      /^aoi/,
    ],
    [
      'an open ring',
      { aoi: { type: 'Polygon', coordinates: [[...ring.slice(0, 3), [1, 1]]] } },
      'invalid_geometry',
      /^aoi/,
    ],
    [
      'a ring of three',
      {
        aoi: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
      },
      'invalid_geometry',
      /^aoi/,
    ],
    [
      'a polygon over 100 km²',
      {
        aoi: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 1],
              [1, 1],
              [1, 0],
              [0, 0],
            ],
          ],
        },
      },
      'aoi_too_large',
      /^aoi/,
    ],
    ['a radius of zero', { aoi: point, radius_m: 0 }, 'invalid_request', 'radius_m'],
    ['a radius over 5000', { aoi: point, radius_m: 5001 }, 'invalid_request', 'radius_m'],
    ['a radius that is text', { aoi: point, radius_m: '500' }, 'invalid_request', 'radius_m'],
    ['a limit of zero', { aoi: point, limit: 0 }, 'invalid_request', 'limit'],
    ['a limit over 1000', { aoi: point, limit: 1001 }, 'invalid_request', 'limit'],
    ['a broken limit', { aoi: point, limit: 1.5 }, 'invalid_request', 'limit'],
    ['a time without an offset', { aoi: point, from: '2026-01-01T00:00:00' }, 'invalid_request', 'from'],
    ['a time that is none', { aoi: point, to: 'yesterday' }, 'invalid_request', 'to'],
    ['from after to', { aoi: point, from: '2026-02-01', to: '2026-01-01' }, 'invalid_request', 'from'],
  ]
  test.each(cases)('%s', async (_, body, code, field) => {
    const response = await send(queryPath, jsonPost(body))
    expect(response.status).toBe(400)
    expect(response.headers.get('payment-required')).toBeNull()
    const refusal = await refusalOf(response)
    expect(refusal.error).toBe(code)
    if (field) expect(refusal.field).toMatch(field)
  })

  test.each([
    ['/api/v1/observations/xyz', 'id'],
    [`/api/v1/observations/${'a'.repeat(63)}`, 'id'],
    [`/api/v1/provenance/${'g'.repeat(64)}`, 'hash'],
    ['/api/v1/provenance/%E0%A4%A', 'path'],
    ['/api/v1/nothing/%zz', 'path'],
    ['/api/v1/%c3%28', 'path'],
  ])('a malformed id: %s', async (path, field) => {
    const response = await send(path)
    expect(response.status).toBe(400)
    expect(await refusalOf(response)).toMatchObject({ error: 'invalid_request', field })
  })

  test.each([
    ['a body that is not JSON', '{"aoi":', 400, 'invalid_request', 'application/json'],
    [
      'a body that is not UTF-8',
      new Uint8Array([0x22, 0xff, 0x22]),
      400,
      'invalid_request',
      'application/json',
    ],
    ['a form', 'aoi=1', 415, 'unsupported_media_type', 'application/x-www-form-urlencoded'],
    ['a body of white space', ' \r\n\t', 400, 'invalid_request', 'application/json'],
    ['JSON in another charset', '{}', 415, 'unsupported_media_type', 'application/json; charset=latin1'],
    ['a body over 1 MiB', `"${'a'.repeat(1_048_576)}"`, 413, 'body_too_large', 'application/json'],
  ])('%s', async (_, body, status, code, type) => {
    const response = await send(queryPath, { method: 'POST', body, headers: { 'content-type': type } })
    expect(response.status).toBe(status)
    expect(await refusalOf(response)).toMatchObject({ error: code })
  })

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])(
    'a body in %s is asked for uncompressed',
    async (encoding) => {
      const init = jsonPost({})
      const headers = { ...(init.headers as Record<string, string>), 'content-encoding': encoding }
      const response = await send(queryPath, { ...init, headers })
      expect(response.status).toBe(415)
      const refusal = await refusalOf(response)
      expect(refusal.error).toBe('unsupported_media_type')
      expect(refusal.message).toContain('uncompressed')
    },
  )

  test.each([
    ['application/json; charset=utf-8', undefined],
    ['application/json;charset="UTF-8"', 'identity'],
    ['application/geo+json; profile=x; charset=utf8', ''],
  ])('%s is JSON in UTF-8', async (type, encoding) => {
    const headers = {
      'content-type': type,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    }
    const response = await send(queryPath, { ...jsonPost({}), headers })
    expect(await refusalOf(response)).toMatchObject({ error: 'invalid_request', field: 'aoi' })
  })

  test.each(['', ' \n'])('a body that is missing is said to be: %j', async (body) => {
    const response = await send(queryPath, {
      ...jsonPost({}),
      body,
      headers: { 'content-type': 'application/json', 'payment-signature': 'x' },
    })
    expect(response.status).toBe(400)
    expect((await refusalOf(response)).message).toMatch(/^The body is missing/)
  })

  test('a body without end is cut off while it streams', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    expect((await send(queryPath, init as RequestInit)).status).toBe(413)
    expect(sent).toBeLessThan(1_500_000)
  })
})

const title = 'no request is answered with a 5xx, and every refusal is documented ($count requests)'
sampled(title, { few: 100, many: 400 }, async (requests) => {
  const number = fc.oneof(
    fc.double(),
    fc.integer({ min: -200, max: 200 }),
    fc.constantFrom(1e308, -0, 180, 90),
  )
  const position = fc.array(number, { maxLength: 4 })
  const geometry = fc.record(
    {
      type: fc.constantFrom('Point', 'Polygon', 'MultiPolygon', ''),
      coordinates: fc.oneof(
        position,
        fc.array(fc.array(position, { maxLength: 6 }), { maxLength: 3 }),
        fc.anything(),
      ),
    },
    { requiredKeys: [] },
  )
  const time = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.string(),
    fc.integer(),
  )
  const body = fc.oneof(
    fc.record(
      {
        aoi: fc.oneof(geometry, fc.jsonValue()),
        radius_m: fc.oneof(number, fc.jsonValue()),
        from: time,
        to: time,
        limit: fc.oneof(fc.integer(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  )
  const request = fc.oneof(
    fc.tuple(
      fc.constant(queryPath),
      fc.record({ text: body.map((value) => JSON.stringify(value)), payment: fc.option(fc.base64String()) }),
    ),
    fc.tuple(
      fc
        .tuple(
          fc.constantFrom('/api/v1/observations/', '/api/v1/provenance/'),
          fc.string({ minLength: 1 }).map(encodeURIComponent),
        )
        .map((parts) => parts.join('')),
      fc.record({ text: fc.constant(undefined), payment: fc.option(fc.base64String()) }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(request, async ([path, { text, payment }]) => {
      const response = await send(path, {
        method: text === undefined ? 'GET' : 'POST',
        body: text,
        headers: { 'content-type': 'application/json', ...(payment ? { 'payment-signature': payment } : {}) },
      })
      expect(response.status).toBeLessThan(500)
      if (response.status === 200) return
      const refusal = errorBody.parse(await response.json())
      expect(refusal.message).not.toMatch(/Invalid|expected|received/)
      expect(errorTable[refusal.error as ErrorCode]?.status).toBe(response.status)
    }),
    { numRuns: requests },
  )
})
