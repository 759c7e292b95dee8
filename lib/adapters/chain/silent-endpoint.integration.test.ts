import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startFaultProxy } from '#testing/fault-proxy'
import { signPayment, withPayment } from '#testing/paid-service'
import {
  balance,
  base,
  service as good,
  network,
  path,
  payer,
  servePayments,
  startService,
} from '#testing/payment-fixture'
import { until } from '#testing/until'

servePayments()
const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

type Manner = 'answers nothing' | 'stops after the headers'

/** Accepts every request and never ends its answer. */
async function startSilentEndpoint(manner: Manner) {
  const methods: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const calls = [JSON.parse(Buffer.concat(chunks).toString())].flat() as { method: string }[]
    methods.push(...calls.map(({ method }) => method))
    if (manner === 'stops after the headers')
      outgoing.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { methods, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const start = (rpcUrls: string[]) => startService({ RPC_URLS_8453: rpcUrls.join(',') })

const delaysOne = async (manner: Manner) => {
  const silent = await startSilentEndpoint(manner)
  const service = await start([silent.url, network.rpcUrl])
  const pay = async () => {
    const header = await signPayment({ url: service.url + path, payer, network: base })
    return fetch(service.url + path, withPayment({}, header))
  }
  expect((await pay()).status).toBe(200)
  expect(silent.methods).not.toHaveLength(0)
  // The first endpoint was used before it was known to be silent, but never for a transaction.
  expect(silent.methods).not.toContain('eth_sendRawTransactionSync')
  const asked = silent.methods.length
  const others = await Promise.all(Array.from({ length: 20 }, pay))
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  // Every payment reads the chain several times. On a busy machine the other endpoint may be slow as well, and then both are asked.
  const later = silent.methods.slice(asked)
  expect(later.filter((method) => method !== 'eth_chainId').length).toBeLessThan(others.length)
  expect(later).not.toContain('eth_sendRawTransactionSync')
  expect(await balance()).toBe(1_000_000n - 21n * 5_000n)
}
const delayTitle =
  'an endpoint that %s delays the first payment, and is avoided by the others: each is paid once'
test.each<Manner>(['answers nothing'])(delayTitle, delaysOne)
test.each<Manner>(['stops after the headers'])(delayTitle, { tags: 'thorough' }, delaysOne)

test('any endpoint may be silent, and any other may answer', {
  tags: 'thorough',
}, async () => {
  const [first, second] = await Promise.all([
    startSilentEndpoint('answers nothing'),
    startSilentEndpoint('stops after the headers'),
  ])
  const service = await start([first.url, second.url, network.rpcUrl])
  const header = await signPayment({ url: service.url + path, payer, network: base })
  expect((await fetch(service.url + path, withPayment({}, header))).status).toBe(200)
  expect(await balance()).toBe(995_000n)
})

test('an endpoint that takes a transaction and never answers: the same bytes go to another, and are paid once', async () => {
  const { rpcUrl } = network
  const swallowing = await startFaultProxy(rpcUrl, (body) => body.includes('eth_sendRawTransaction'))
  toClose.push(swallowing.close)
  let paid = 0n
  const pay = async () => {
    const service = await start([swallowing.url, rpcUrl])
    const header = await signPayment({ url: service.url + path, payer, network: base })
    expect((await fetch(service.url + path, withPayment({}, header))).status).toBe(200)
    paid += 5_000n
    return swallowing.swallowed() > 0
  }
  // On a busy machine it may be slow to answer the first reads. It is then avoided, and the next service tries.
  await until(pay, { what: 'a transaction sent to it' })
  expect(swallowing.swallowed()).toBe(1)
  expect(await balance()).toBe(1_000_000n - paid)
})

test('where all are silent the answer is a clear "not now", and the payment is good later', {
  tags: 'thorough',
}, async () => {
  const silent = await startSilentEndpoint('answers nothing')
  const header = await signPayment({ url: good.url + path, payer, network: base })
  const service = await start([silent.url, silent.url])
  const refused = await fetch(service.url + path, withPayment({}, header))
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    error: 'unavailable',
    message: expect.stringContaining('Nothing was charged'),
  })
  expect((await fetch(good.url + path, withPayment({}, header))).status).toBe(200)
})
