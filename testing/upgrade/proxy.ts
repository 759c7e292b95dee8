import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Front } from '#testing/load/bring-up'

type Question = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }

/** Methods that only read: another web may be asked after the first one broke off. */
const reading = new Set(['GET', 'HEAD'])

/**
 * A proxy with the rules of `deploy/proxy`: webs take turns, connections to them stay open, a refused connection is tried at another web, and
 * what was sent is not repeated unless it only reads.
 *
 * @param ports of webs that are known to be up
 */
export async function startProxy(ports: () => readonly number[]): Promise<Front> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 60_000 })
  let turn = 0
  const pass = (question: Question, port: number) =>
    new Promise<IncomingMessage>((done, fail) => {
      const { method, path, headers, body } = question
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent })
      outgoing.once('response', done).once('error', fail)
      outgoing.end(body)
    })
  const ask = async (question: Question) => {
    const known = ports()
    const first = turn++ % Math.max(1, known.length)
    let failure: unknown
    for (const port of [...known.slice(first), ...known.slice(0, first)]) {
      try {
        return await pass(question, port)
      } catch (error) {
        failure = error
        const wasSent = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'
        if (wasSent && !reading.has(question.method)) break
      }
    }
    throw failure ?? new Error('no web process is running')
  }
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { connection: _, ...headers } = incoming.headers
    const { method = 'GET', url: path = '/' } = incoming
    const found = await ask({ method, path, headers, body: await buffer(incoming) })
    const { connection: __, 'keep-alive': ___, ...said } = found.headers
    response.writeHead(found.statusCode!, said)
    response.once('close', () => found.destroy())
    found.on('error', () => response.destroy()).pipe(response)
    // Breaks off what the web broke off.
    found.once('close', () => found.complete || response.destroy())
  }
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
  })
  server.keepAliveTimeout = 75_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
