import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route, standaloneRoute } from '#lib/http/route'
import { verifyProvenance } from '#lib/operations/observations'
import { checkHealth } from '#lib/operations/service'
import { errorBody } from '#lib/schemas/x402'
import type { PaymentContext } from '#lib/services/payments/types'
import { dispatcher, jsonPost } from '#testing/paid-service'
import { openUnpaidService, origin, queryPath, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const send: UnpaidService['send'] = (path, init) => service.send(path, init)
const refusalOf = async (response: Response) => errorBody.parse(await response.json())

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
    const response = await send(`/api/v1/observations/${service.observationId}`, { method })
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

  test('an unknown path is refused in the common format', async () => {
    const response = await send('/api/v1/nothing/here')
    expect(response.status).toBe(404)
    expect(await refusalOf(response)).toMatchObject({ error: 'not_found' })
  })

  test('a browser can read the 404 of an unknown path: the preflight allows any method', async () => {
    const response = await send('/api/v1/nothing/here', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('OPTIONS')
    const allowed = response.headers.get('access-control-allow-methods')!.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    expect(response.headers.get('access-control-allow-headers')).toContain('PAYMENT-SIGNATURE')
  })

  test('a slash at the end changes nothing', async () => {
    const response = await dispatcher(service.ctx)(
      new Request(`${origin}/api/v1/provenance/${service.observationId}`),
    )
    const slashed = await route(verifyProvenance, async () => service.ctx).GET(
      new Request(`${origin}/api/v1/provenance/${service.observationId}/`),
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
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag, Location, Cairn-Truncated, Cairn-Next-To, Cairn-Place, Deprecation, Sunset, Link',
  )
  // Caches send a cacheable answer to others, so it must not name one request.
  const requestId = response.headers.get('x-request-id')
  if (status === 200) expect(requestId).toBeNull()
  else expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  if (status !== 200) expect(response.headers.get('cache-control')).toBe('no-store')
})

describe('provenance', () => {
  test('of an attested capture may be kept, and 304 says that it still holds', async () => {
    const path = `/api/v1/provenance/${service.observationId}`
    const first = await send(path)
    expect(await first.json()).toMatchObject({
      verified: true,
      provenance_hash: `sha256:${service.observationId}`,
    })
    expect(first.headers.get('cache-control')).toBe('public, max-age=1')
    const etag = first.headers.get('etag')!
    const second = await send(path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
    expect((await send(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('is given for the provenance_hash of an answer as it is, also percent-encoded', async () => {
    const whole = await (await send(`/api/v1/provenance/${service.observationId}`)).json()
    for (const written of [whole.provenance_hash, encodeURIComponent(whole.provenance_hash)])
      expect(await (await send(`/api/v1/provenance/${written}`)).json()).toEqual(whole)
  })

  test('of an unknown hash is a short-lived answer', async () => {
    const response = await send(`/api/v1/provenance/0X${'AB'.repeat(32)}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ provenance_hash: `sha256:${'ab'.repeat(32)}`, verified: false })
    expect(response.headers.get('cache-control')).toBe('public, max-age=1')
  })

  test('can be asked for with HEAD', async () => {
    const response = await send(`/api/v1/provenance/${service.observationId}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

test('no answer is compressed here: the framework would remove the header that says so', async () => {
  const answer = await send(queryPath, { method: 'POST', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('vary')).toBeNull()
  const kept = await send(`/api/v1/provenance/${service.observationId}`)
  expect(kept.headers.get('vary')).toBeNull()
  const etag = kept.headers.get('etag')!
  const known = await send(`/api/v1/provenance/${service.observationId}`, {
    headers: { 'if-none-match': etag },
  })
  expect(known.status).toBe(304)
  expect(known.headers.get('vary')).toBeNull()
  expect(await answer.json()).toMatchObject({ error: 'payment_required' })
})

test('an unexpected fault says nothing of itself', async () => {
  const broken = { ...service.ctx, db: undefined, sql: undefined } as unknown as PaymentContext
  const response = await dispatcher(broken)(
    new Request(`${origin}/api/v1/provenance/${service.observationId}`),
  )
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ error: 'internal' })
  expect(text).not.toMatch(/undefined|select|TypeError|\.ts/)
})
