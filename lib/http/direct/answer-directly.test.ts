import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { everyMethod, type Handler } from '#lib/http/api/guarded'
import { createDirectAnswers } from '#lib/http/direct/answer-directly'
import { until } from '#testing/until'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that answers `path` directly, and everything else with 404 and the words `by the framework`. */
async function serve(
  path: string,
  handler: Handler,
): Promise<{ port: number; ask: typeof fetch; connections: () => number }> {
  const answer = createDirectAnswers([{ path, handlers: everyMethod(handler) }])
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end('by the framework')
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    ask: (input, init) => fetch(`http://127.0.0.1:${port}${input}`, init),
    connections: () => connections,
  }
}

test('a handler gets path, query, headers and body as they were sent, and its answer arrives whole', async () => {
  const { ask } = await serve('/api/things/{id}', async (request) => {
    const { pathname, search } = new URL(request.url)
    const told = { pathname, search, method: request.method, x: request.headers.get('x-test') }
    const headers = { 'Content-Type': 'application/json', 'X-Answer': 'yes' }
    return new Response(JSON.stringify({ ...told, body: await request.text() }), { status: 402, headers })
  })
  const answer = await ask('/api/things/0xAb-1.2?a=%20b&c', {
    method: 'POST',
    body: 'ü'.repeat(100_000),
    headers: { 'x-test': 'one, two' },
  })
  expect(answer.status).toBe(402)
  expect(answer.headers.get('x-answer')).toBe('yes')
  expect(await answer.json()).toEqual({
    pathname: '/api/things/0xAb-1.2',
    search: '?a=%20b&c',
    method: 'POST',
    x: 'one, two',
    body: 'ü'.repeat(100_000),
  })
})

test.each([
  '/api/things',
  '/api/things/',
  '/api/things/a/',
  '/api/things/a/b',
  '/api/things/%61',
  '/api/things/..',
  '/api//things/a',
  '/api/things/a%2Fb',
  '/API/things/a',
])('%s is left to the framework', async (path) => {
  const { port } = await serve('/api/things/{id}', async () => new Response('directly'))
  // `fetch` would tidy some of these paths.
  const outgoing = send({ host: '127.0.0.1', port, path }).end()
  const [incoming] = await once(outgoing, 'response')
  expect((await incoming.toArray()).join('')).toBe('by the framework')
})

test('a method that no handler is for is left to the framework', async () => {
  const { port } = await serve('/api/things/{id}', async () => new Response('directly'))
  const outgoing = send({ host: '127.0.0.1', port, path: '/api/things/a', method: 'PROPFIND' }).end()
  const [incoming] = await once(outgoing, 'response')
  expect((await incoming.toArray()).join('')).toBe('by the framework')
})

test('an answer to HEAD and an answer with status 304 have an empty body', async () => {
  const { ask } = await serve('/api/things/{id}', async () => new Response(null, { status: 304 }))
  for (const method of ['HEAD', 'GET']) {
    const answer = await ask('/api/things/a', { method })
    expect([answer.status, await answer.text()]).toEqual([304, ''])
  }
})

test('a handler that stops reading a long body is answered all the same, and the connection stays usable', async () => {
  const { port, connections } = await serve('/api/things/{id}', async (request) => {
    const reader = request.body!.getReader()
    await reader.read()
    await reader.cancel()
    return new Response('too large', { status: 413 })
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(() => agent.destroy())
  for (const _ of [1, 2]) {
    const outgoing = send({ agent, host: '127.0.0.1', port, path: '/api/things/a', method: 'POST' })
    for (let sent = 0; sent < 40; sent += 1) outgoing.write(Buffer.alloc(100_000))
    outgoing.end()
    const [incoming] = await once(outgoing, 'response')
    expect([incoming.statusCode, (await incoming.toArray()).join('')]).toEqual([413, 'too large'])
  }
  expect(connections()).toBe(1)
})

test('a handler that reads nothing of a long body is answered all the same, and the connection stays usable', async () => {
  const { port, connections } = await serve(
    '/api/things/{id}',
    async () => new Response('wait', { status: 429 }),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(() => agent.destroy())
  for (const _ of [1, 2]) {
    const outgoing = send({ agent, host: '127.0.0.1', port, path: '/api/things/a', method: 'POST' })
    outgoing.end(Buffer.alloc(4_000_000))
    const [incoming] = await once(outgoing, 'response')
    expect([incoming.statusCode, (await incoming.toArray()).join('')]).toEqual([429, 'wait'])
  }
  expect(connections()).toBe(1)
})

test('a handler that waits for a body learns that the client went away', async () => {
  let failure: unknown
  const { port } = await serve('/api/things/{id}', async (request) => {
    await request.text().catch((error: unknown) => (failure = error))
    return new Response('')
  })
  const outgoing = send({ host: '127.0.0.1', port, path: '/api/things/a', method: 'POST' })
  outgoing.on('error', () => {})
  outgoing.write('begun')
  await once(outgoing, 'socket')
  await new Promise((sent) => outgoing.write('more', sent))
  outgoing.destroy()
  await until(() => failure !== undefined, { what: 'the handler learns of it' })
  expect(String(failure)).toContain('went away')
})

test('every answer has the headers that forbid browsers to show or embed it', async () => {
  const { ask } = await serve('/api/things/{id}', async () => new Response('x'))
  const { headers } = await ask('/api/things/a')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a client that goes away before the answer disturbs nothing', async () => {
  const waiting: (() => void)[] = []
  const { ask } = await serve('/api/things/{id}', async () => {
    await new Promise<void>((done) => waiting.push(done))
    return new Response('late')
  })
  const leave = new AbortController()
  const asked = ask('/api/things/a', { signal: leave.signal })
  const failed = expect(asked).rejects.toThrow()
  await until(() => waiting.length === 1, { what: 'the first request is handled' })
  leave.abort()
  await failed
  const next = ask('/api/things/b')
  await until(() => waiting.length === 2, { what: 'the second request is handled' })
  for (const answer of waiting) answer()
  expect(await (await next).text()).toBe('late')
})
