import { request as send } from 'node:http'
import { expect, test } from './answers.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// Requests that the framework handles before a route handler does.

const { base_url } = sandboxFacts()
const unknown = '0'.repeat(64)

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Sends the path unchanged. `fetch` would normalise it. */
function raw(method: string, path: string, body?: string): Promise<Answer> {
  const { hostname, port } = new URL(base_url)
  return new Promise((done, fail) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = send({ hostname, port, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.once('end', () => done({ status: answer.statusCode!, headers: answer.headers, body: text }))
    })
    sent.once('error', fail).end(body)
  })
}

function expectRefusal(answer: Answer, status: number, refusal: object): void {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(JSON.parse(answer.body)).toMatchObject({ ...refusal, request_id: answer.headers['x-request-id'] })
}

for (const path of [
  '/api/v1/provenance/%zz',
  '/api/v1/provenance/%',
  '/api/v1/observations/%c3%28',
  '/api/v1/%zz',
  '/api/v1/provenance/%ED%A0%80',
  '/api/trees/%zz',
  '/api/trees/1%F4%90%80%80',
  '/api/%c0%af?x=1',
])
  test(`${path} is refused as malformed`, async () => {
    expectRefusal(await raw('GET', path), 400, { error: 'invalid_request', field: 'path' })
  })

for (const path of ['/%', '/%c3%28', '/trees/%zz'])
  test(`${path} is a page that is not there`, async () => {
    const answer = await raw('GET', path)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toContain('text/html')
  })

test('a page that is opened under another name of this machine leads to the name of the service', async ({
  page,
}) => {
  const other = new URL('/trees?q=%22a%22&x=<b>', base_url)
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  await page.goto(other.href)
  await expect(page).toHaveURL(new URL('/trees?q=%22a%22&x=%3Cb%3E', base_url).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a missing path below /_next has the policy that forbids frames and scripts', async () => {
  const answer = await raw('GET', '/_next/nothing')
  expect(answer.status).toBe(404)
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  )
})

for (const path of ['%C3%A9', '%E2%82%AC', '%f0%9f%97%bf', '%ef%bf%bf', '%ED%9F%BF', '%F4%8F%BF%BF', '%25'])
  test(`/api/v1/provenance/${path} is valid percent-encoding, but not a hash`, async () => {
    const answer = await raw('GET', `/api/v1/provenance/${path}`)
    expectRefusal(answer, 400, { error: 'invalid_request', field: 'hash' })
  })

for (const path of [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/v1',
  '/api/v1/',
  '/api/v1/nothing/',
  '/api/malformed',
])
  for (const method of ['GET', 'POST'])
    test(`${method} ${path} is nothing`, async () => {
      expectRefusal(await raw(method, path), 404, { error: 'not_found' })
    })

test('a trailing slash is accepted below /api, since a redirect of a POST would lose its body', async () => {
  const query = await raw('POST', '/api/v1/spatial/query/', '{}')
  expectRefusal(query, 400, { error: 'invalid_request', field: 'aoi' })
  const found = await raw('GET', `/api/v1/provenance/${unknown}/`)
  expect(found.status).toBe(200)
  expect(found.body).toBe((await raw('GET', `/api/v1/provenance/${unknown}`)).body)
})

test('a page has one address', async () => {
  const answer = await raw('GET', '/verify/?a=b')
  expect(answer.status).toBe(308)
  expect(answer.headers.location).toBe('/verify?a=b')
  expect((await raw('GET', '/')).status).toBe(200)
})

test('health answers as every operation does', async () => {
  const health = await raw('GET', '/api/health')
  expect(health.status).toBe(200)
  expect(health.body).toBe('{"status":"ok"}')
  expect(health.headers['access-control-allow-origin']).toBe('*')
  expect(health.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const post = await raw('POST', '/api/health', '{}')
  expectRefusal(post, 405, { error: 'method_not_allowed' })
  expect(post.headers.allow).toBe('GET, HEAD, OPTIONS')
})

test('a preflight request of a browser to an unknown path is allowed, so that the browser sees the refusal', async () => {
  const answer = await raw('OPTIONS', '/api/v1/nothing')
  expect(answer.status).toBe(204)
  expect(answer.headers['access-control-allow-methods']).toContain('POST')
})

test('an answer of a type that is always sent uncompressed omits Vary: Accept-Encoding', async () => {
  const answer = await fetch(`${base_url}/api/v1/provenance/${unknown}`)
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('vary') ?? '').not.toContain('Accept-Encoding')
})

test('an unsigned link to a file is refused', async () => {
  const answer = await raw('GET', `/api/files/${'A'.repeat(43)}/e30/film.mp4`)
  expectRefusal(answer, 401, { error: 'unauthorized' })
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('rate limits count by the address of the connection, not by forwarded headers', async ({ request }) => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      request.get('/api/auth/nonce', {
        headers: { 'x-forwarded-for': `192.0.2.${index}`, 'x-cairn-peer': `192.0.2.${index}` },
      }),
    ),
  )
  const left = answers.map((answer) => Number(/r=(\d+)/.exec(answer.headers().ratelimit ?? '')?.[1]))
  const quota = Number(/q=(\d+)/.exec(answers[0]!.headers()['ratelimit-policy'] ?? '')?.[1])
  // If each process had an allowance of its own, only one request of it would be used.
  expect(Math.min(...left)).toBeLessThan(quota - 1)
})
