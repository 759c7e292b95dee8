import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { errorStatus } from '#lib/domain/errors'
import { route, standaloneRoute } from '#lib/http/route'
import { checkHealth } from '#lib/operations/check-health'
import { verifyProvenance } from '#lib/operations/verify-provenance'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { publishTestObservations } from '#lib/sandbox/testing/observations'
import { dispatcher, jsonPost, treasury } from '#lib/sandbox/testing/paid-service'
import { errorBody } from '#lib/schemas/x402'
import type { PaymentContext } from '#lib/services/payments/types'

const origin = 'http://cairn.test'
const queryPath = '/api/v1/spatial/query'
let database: TestDatabase
let ctx: PaymentContext
let closeContext: () => Promise<void>
let observationId: string

// Nothing here is paid for, so no chain is needed: one that cannot be reached proves that none is asked.
beforeAll(async () => {
  database = await createTestDatabase()
  const opened = await openContext(
    parseEnv({
      CAIRN_MODE: 'sandbox',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      BASE_URL: origin,
      SECRET_KEY: 'a secret of the tests, 32 characters and more',
      CRON_SECRET: 'another secret of the tests, 32 characters',
      RELAYER_KEY: `0x${'11'.repeat(32)}`,
      ...Object.fromEntries(
        [8453, 5042].flatMap((id) => [
          [`RPC_URLS_${id}`, 'http://127.0.0.1:9'],
          [`PAY_TO_${id}`, treasury],
        ]),
      ),
    }),
    { service: 'test', maxConnections: 4 },
  )
  closeContext = opened.close
  ctx = { ...opened, facilitator: openFacilitator(opened) }
  ;[observationId] = (await publishTestObservations(database)) as [string]
})
afterAll(async () => {
  await closeContext?.()
  await database?.close()
})

const send = (path: string, init?: RequestInit) => dispatcher(ctx)(new Request(origin + path, init))
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
    ['/api/v1/provenance/%E0%A4%A', 'hash'],
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

describe('methods', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '%s on a paid POST runs nothing: 405',
    async (method) => {
      const response = await send(queryPath, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    },
  )

  test.each(['HEAD', 'POST'])('%s on a paid GET runs nothing: 405', async (method) => {
    const response = await send(`/api/v1/observations/${observationId}`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, OPTIONS')
    expect(response.headers.get('payment-required')).toBeNull()
  })

  test('a preflight allows what paying clients send', async () => {
    const response = await send(queryPath, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = response.headers.get('access-control-allow-headers')!.toLowerCase().split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining([
        'payment-signature',
        'authorization',
        'content-type',
        'access-control-expose-headers',
      ]),
    )
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('a path that nothing has is answered in the shape of every refusal', async () => {
    const response = await send('/api/v1/nothing/here')
    expect(response.status).toBe(404)
    expect(await refusalOf(response)).toMatchObject({ error: 'not_found' })
  })

  test('a browser may see that a path is none: the preflight lets any method through', async () => {
    const response = await send('/api/v1/nothing/here', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('OPTIONS')
    const allowed = response.headers.get('access-control-allow-methods')!.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    expect(response.headers.get('access-control-allow-headers')).toContain('PAYMENT-SIGNATURE')
  })

  test('a slash at the end changes nothing', async () => {
    const response = await dispatcher(ctx)(new Request(`${origin}/api/v1/provenance/${observationId}`))
    const slashed = await route(verifyProvenance, async () => ctx).GET(
      new Request(`${origin}/api/v1/provenance/${observationId}/`),
    )
    expect(slashed.status).toBe(200)
    expect(await slashed.json()).toEqual(await response.json())
  })
})

describe('a refusal by what costs money says that none moved, once', () => {
  const said = 'Nothing was charged.'
  test.each<[string, string, RequestInit, number]>([
    ['no aoi', queryPath, jsonPost({}), 400],
    ['a bad radius', queryPath, jsonPost({ aoi: { type: 'Point', coordinates: [0, 0] }, radius_m: 0 }), 400],
    ['not JSON', queryPath, { ...jsonPost(1), body: '{' }, 400],
    ['a form', queryPath, { method: 'POST', body: new URLSearchParams({ aoi: '1' }) }, 415],
    ['too long', queryPath, { ...jsonPost(1), body: 'a'.repeat(1_048_577) }, 413],
    ['another method', queryPath, { method: 'PUT' }, 405],
    ['a malformed id', '/api/v1/observations/xyz', {}, 400],
    ['a path that nothing has', '/api/v1/spatial', jsonPost({}), 404],
  ])('%s', async (_, path, init, status) => {
    const response = await send(path, init)
    expect(response.status).toBe(status)
    const { message } = await refusalOf(response)
    expect(message.endsWith(said), message).toBe(true)
    expect(message.split(said)).toHaveLength(2)
    expect(message).not.toMatch(/[^.] Nothing/)
  })

  test('a free refusal does not speak of money', async () => {
    const { message } = await refusalOf(await send('/api/v1/provenance/xyz'))
    expect(message).not.toContain('charged')
  })
})

describe('health', () => {
  test('needs nothing opened: it answers also while the database is away', async () => {
    const health = await standaloneRoute(checkHealth).GET(new Request(`${origin}/api/health`))
    expect(health.status).toBe(200)
    expect(await health.json()).toEqual({ status: 'ok' })
    expect(health.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(health.headers.get('access-control-allow-origin')).toBe('*')
    expect(health.headers.get('cache-control')).toBe('no-store')
  })
  test('has no body for HEAD and no other method', async () => {
    const handlers = standaloneRoute(checkHealth)
    const head = await handlers.HEAD(new Request(`${origin}/api/health`, { method: 'HEAD' }))
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    const post = await handlers.POST(new Request(`${origin}/api/health`, { method: 'POST' }))
    expect(post.status).toBe(405)
    expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await refusalOf(post)).toMatchObject({ error: 'method_not_allowed' })
  })
})

test.each([
  ['200', () => send(`/api/v1/provenance/${'0'.repeat(64)}`), 200],
  ['400', () => send('/api/v1/provenance/x'), 400],
  ['402', () => send(queryPath, { method: 'POST' }), 402],
  ['404', () => send('/api/v1/x'), 404],
  ['405', () => send(queryPath), 405],
])('%s: any origin may read it and what it carries', async (_, request, status) => {
  const response = await request()
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toBe(
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag, Location',
  )
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  if (status !== 200) expect(response.headers.get('cache-control')).toBe('no-store')
})

describe('provenance', () => {
  test('of an attested capture may be kept, and 304 says that it still holds', async () => {
    const path = `/api/v1/provenance/${observationId}`
    const first = await send(path)
    expect(await first.json()).toMatchObject({ verified: true, provenance_hash: `sha256:${observationId}` })
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    const etag = first.headers.get('etag')!
    const second = await send(path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
    expect((await send(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('of an unknown hash is a short-lived answer', async () => {
    const response = await send(`/api/v1/provenance/0X${'AB'.repeat(32)}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ provenance_hash: `sha256:${'ab'.repeat(32)}`, verified: false })
    expect(response.headers.get('cache-control')).toBe('public, max-age=15')
  })

  test('can be asked for with HEAD', async () => {
    const response = await send(`/api/v1/provenance/${observationId}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

test('no answer is compressed here: the framework would remove the header that says so', async () => {
  const answer = await send(queryPath, { method: 'POST', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('vary')).toBeNull()
  const kept = await send(`/api/v1/provenance/${observationId}`)
  expect(kept.headers.get('vary')).toBeNull()
  const etag = kept.headers.get('etag')!
  const known = await send(`/api/v1/provenance/${observationId}`, { headers: { 'if-none-match': etag } })
  expect(known.status).toBe(304)
  expect(known.headers.get('vary')).toBeNull()
  expect(await answer.json()).toMatchObject({ error: 'payment_required' })
})

test('an unexpected fault says nothing of itself', async () => {
  const broken = { ...ctx, db: undefined } as unknown as PaymentContext
  const response = await dispatcher(broken)(new Request(`${origin}/api/v1/provenance/${observationId}`))
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ error: 'internal' })
  expect(text).not.toMatch(/undefined|select|TypeError|\.ts/)
})

test('whatever is sent, no answer is a 5xx and every refusal is a documented one', async () => {
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
      expect(errorStatus[refusal.error as keyof typeof errorStatus]).toBe(response.status)
    }),
    { numRuns: 400 },
  )
})
