import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { gated, gateSlot, yieldPlaceDuring } from '#lib/adapters/request-gate'
import { createAdmissionQueue, type Entry } from '#lib/http/admission/admission-queue'
import { createGate } from '#lib/http/admission/gate'
import { errorBody } from '#lib/schemas/x402'
import { until } from '#testing/until'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  gateSlot.current = undefined
  for (const close of closing.splice(0)) await close()
})

/** A server behind a gate. Its requests are answered when `answer` is called. */
async function serveGated(mayBePaid = async (_: string) => false) {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  gateSlot.current = createGate({ queue, mayBePaid })
  const open: (() => void)[] = []
  const listener: RequestListener = (request, response) => {
    request.resume()
    open.push(() => response.end('done'))
  }
  const server = createServer(gated(listener))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const url = `http://127.0.0.1:${port}`
  const answer = () => {
    for (const end of open.splice(0)) end()
  }
  /** Takes every place that new payments may take. */
  const fill = () => {
    const taken: Entry[] = []
    while (queue.hasRoom('paid')) taken.push(queue.enter('paid', { run: () => {}, refuse: () => {} }))
    return taken
  }
  return { queue, url, port, open, answer, fill }
}

test('a request that may run is answered by the server', async () => {
  const { url, open, answer, queue } = await serveGated()
  const asked = fetch(`${url}/api/trees`)
  await until(() => open.length === 1, { what: 'the server has the request' })
  expect(queue.load().running.free).toBe(1)
  answer()
  expect(await (await asked).text()).toBe('done')
  expect(queue.load().running.free).toBe(0)
})

test('an API call beyond the limit is refused in the format of errors, and nothing is charged', async () => {
  const { url, fill } = await serveGated()
  fill()
  const refused = await fetch(`${url}/api/trees`)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  const body = errorBody.parse(await refused.json())
  expect(body).toMatchObject({ error: 'unavailable', request_id: refused.headers.get('x-request-id') })
  expect(body.message).toContain('This answer charged nothing.')
})

test('a page beyond the limit is refused by a page', async () => {
  const { url, fill } = await serveGated()
  fill()
  const refused = await fetch(`${url}/board`)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await refused.text()).toContain('<h1>Overloaded</h1>')
})

test('health checks are answered beyond the limit', async () => {
  const { url, open, answer, fill } = await serveGated()
  fill()
  const before = open.length
  const health = fetch(`${url}/api/health`)
  await until(() => open.length === before + 1, { what: 'the server has the request' })
  answer()
  expect((await health).status).toBe(200)
})

test('beyond the limit a new payment is refused, and one that has begun is answered', async () => {
  const { url, open, answer, fill } = await serveGated(async (header) => header === 'begun')
  fill()
  const pay = (header: string) =>
    fetch(`${url}/api/v1/spatial/query`, {
      method: 'POST',
      body: '{}',
      headers: { 'payment-signature': header },
    })
  const before = open.length
  const begun = pay('begun')
  await until(() => open.length === before + 1, { what: 'the server has the request' })
  expect((await pay('new')).status).toBe(503)
  answer()
  expect((await begun).status).toBe(200)
})

const pay = (url: string) =>
  fetch(`${url}/api/v1/spatial/query`, {
    method: 'POST',
    body: '{}',
    headers: { 'payment-signature': 'any' },
  })

test('a payment waits among the new ones while it is looked up, and moves on to those that have begun', async () => {
  const waited: boolean[] = []
  const { url, queue, open, answer, fill } = await serveGated(async () => {
    await setImmediate()
    waited.push(queue.load().waiting.paid === 1)
    return true
  })
  fill()
  const begun = pay(url)
  await until(() => open.length === 1, { what: 'the server has the request' })
  expect(waited).toEqual([true])
  expect(queue.load()).toMatchObject({ running: { in_flight: 1 }, waiting: { paid: 0 } })
  answer()
  expect((await begun).status).toBe(200)
  expect(queue.load().running.in_flight).toBe(0)
})

test('a payment that gets a place while it is looked up is handled once, with any result of the lookup', async () => {
  const found: boolean[] = []
  const { url, queue, open, answer, fill } = await serveGated(async () => {
    await setImmediate()
    taken[0]!.end()
    found.push(true)
    return true
  })
  const taken = fill()
  const places = queue.load().running.paid
  const paid = pay(url)
  await until(() => found.length === 1, { what: 'it was looked up' })
  await setImmediate()
  expect(open).toHaveLength(1)
  expect(queue.load().running).toMatchObject({ paid: places, in_flight: 0 })
  answer()
  expect((await paid).status).toBe(200)
})

test('a payment that has begun is answered also if no more new ones may wait', async () => {
  const { url, queue, open, answer, fill } = await serveGated(async () => true)
  fill()
  let isFull = false
  while (!isFull) queue.enter('paid', { run: () => {}, refuse: () => (isFull = true) })
  const begun = pay(url)
  await until(() => open.length === 1, { what: 'the server has the request' })
  answer()
  expect((await begun).status).toBe(200)
})

test('a look-up that fails or does not end leaves a payment to be refused as a new one, without a claim that it is unknown', async () => {
  for (const mayBePaid of [() => Promise.reject(new Error('away')), () => new Promise<boolean>(() => {})]) {
    const { url, fill } = await serveGated(mayBePaid)
    fill()
    const refused = await fetch(`${url}/api/v1/spatial/query`, { headers: { 'payment-signature': 'any' } })
    expect(refused.status).toBe(503)
    expect(errorBody.parse(await refused.json()).message).toContain('is charged at most once')
  }
})

test('a payment that has begun and gets no place is told not to pay again', async () => {
  const { url, queue } = await serveGated(async () => true)
  while (queue.hasRoom('in_flight')) queue.enter('in_flight', { run: () => {}, refuse: () => {} })
  const pay = () => fetch(`${url}/api/v1/spatial/query`, { headers: { 'payment-signature': 'begun' } })
  const refused = await pay()
  expect(refused.status).toBe(503)
  expect(errorBody.parse(await refused.json())).toMatchObject({
    error: 'settlement_pending',
    message: expect.stringContaining('Do not pay again'),
  })
})

test('a request whose body is still arriving takes no place', async () => {
  const { port, queue, open, answer } = await serveGated()
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/reports HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n12345')
  // The server has read the first bytes when it has another connection's request.
  const health = fetch(`http://127.0.0.1:${port}/api/health`)
  await until(() => open.length === 1, { what: 'the server has the other request' })
  expect(queue.load().running.free).toBe(0)
  answer()
  await health
  socket.write('67890')
  await until(() => queue.load().running.free === 1, { what: 'the request runs' })
  socket.destroy()
  await until(() => queue.load().running.free === 0, { what: 'its place is free' })
})

test('a client that goes away gives its place back', async () => {
  const { url, queue } = await serveGated()
  const leave = new AbortController()
  const asked = fetch(`${url}/api/trees`, { signal: leave.signal })
  await until(() => queue.load().running.free === 1, { what: 'the request runs' })
  leave.abort()
  await expect(asked).rejects.toThrow()
  await until(() => queue.load().running.free === 0, { what: 'its place is free' })
})

test('an answer that has begun takes no place, however slowly it is read', async () => {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  gateSlot.current = createGate({ queue, mayBePaid: async () => false })
  let end = () => {}
  const server = createServer(
    gated((_, response) => {
      response.write('first')
      end = () => response.end()
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => new Promise((done) => server.close(done)))
  const { port } = server.address() as AddressInfo
  const answered = await fetch(`http://127.0.0.1:${port}/enterprise/v1/spatial/stream`)
  expect(queue.load().running.paid).toBe(0)
  end()
  expect(await answered.text()).toBe('first')
})

test('code that handles a request says when it waits for a settlement', async () => {
  const queue = createAdmissionQueue({ adapt: (limit) => limit })
  gateSlot.current = createGate({ queue, mayBePaid: async () => false })
  const seen: number[] = []
  const server = createServer(
    gated(async (_, response) => {
      await yieldPlaceDuring(async () => void seen.push(queue.load().settling, queue.load().running.paid))
      response.end()
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => new Promise((done) => server.close(done)))
  const { port } = server.address() as AddressInfo
  await (await fetch(`http://127.0.0.1:${port}/mcp`)).text()
  expect(seen).toEqual([1, 0])
})
