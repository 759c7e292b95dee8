import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { listenWithMany } from '#lib/adapters/accept-connections'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listening(answer: Parameters<typeof createServer>[1] = (_, response) => response.end('yes')) {
  const server = listenWithMany(createServer(answer))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test.runIf(process.platform === 'linux')(
  'many connections that arrive during a long turn of the event loop are accepted in the next',
  async () => {
    const { server, port } = await listening()
    let accepted = 0
    server.on('connection', () => (accepted += 1))
    // Connects while this thread is blocked. The kernel completes the connections.
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const client = new Worker(
      `const { workerData } = require('node:worker_threads')
       const { connect } = require('node:net')
       const open = []
       let connected = 0
       for (let at = 0; at < 64; at += 1)
         open.push(connect(workerData.port, '127.0.0.1', () => {
           connected += 1
           if (connected === 64) { Atomics.store(workerData.flag, 0, 1); Atomics.notify(workerData.flag, 0) }
         }).on('error', () => {}))
       require('node:worker_threads').parentPort.once('message', () => { for (const each of open) each.destroy() })`,
      { eval: true, workerData: { port, flag } },
    )
    closing.unshift(() => client.terminate())
    await once(client, 'online')
    expect(Atomics.wait(flag, 0, 0)).not.toBe('timed-out')
    const before = accepted
    // The rest of this turn, and the next one.
    await nextTurn()
    await nextTurn()
    expect(accepted - before).toBeGreaterThan(8)
  },
)

test('a port that another server of this program has is in use', async () => {
  const { port } = await listening()
  const second = listenWithMany(createServer())
  second.listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  expect(error).toMatchObject({ code: 'EADDRINUSE', port })
})

test('closing waits for the answers of every socket', async () => {
  const answers: (() => void)[] = []
  const { server, port } = await listening((_, response) => void answers.push(() => response.end('late')))
  let answered = 0
  const asked = Array.from({ length: 32 }, async () => {
    const text = await ask(port)
    answered += 1
    return text
  })
  while (answers.length < asked.length) await nextTurn()
  let isClosed = false
  const closed = new Promise<void>((done) => {
    server.close(() => {
      isClosed = true
      done()
    })
  })
  for (const answer of answers.slice(1)) answer()
  while (answered < asked.length - 1) await nextTurn()
  expect(isClosed).toBe(false)
  answers[0]!()
  for (const text of await Promise.all(asked)) expect(text).toBe('late')
  await closed
  await expect(ask(port)).rejects.toThrow('ECONNREFUSED')
})

function ask(port: number): Promise<string> {
  return new Promise((done, fail) => {
    get({ port, host: '127.0.0.1', agent: false }, async (response: IncomingMessage) => {
      done((await response.toArray()).join(''))
    }).once('error', fail)
  })
}
