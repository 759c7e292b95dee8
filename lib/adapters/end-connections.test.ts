import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endConnections } from './end-connections.ts'

/** A server whose answers the test gives, and a caller that uses one connection for all its requests. */
async function open(begin: (response: ServerResponse) => void = () => undefined) {
  const asked: ServerResponse[] = []
  const server = endConnections(
    createServer((_request, response) => {
      begin(response)
      asked.push(response)
    }),
  )
  onTestFinished(() => void server.close().closeAllConnections())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return {
    server,
    port,
    /** The next request of the caller, once it has come. */
    next: async () => {
      while (asked.length === 0) await new Promise(setImmediate)
      return asked.shift()!
    },
    ask: async () => {
      const [answer] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage]
      return answer.resume()
    },
    /** @returns once the last connection is closed */
    close: () => {
      const closed = once(server, 'close')
      server.close()
      return { isOver: closed }
    },
  }
}

test('a closing server answers the requests under way and ends connections that are always busy', async () => {
  const { ask, next, close } = await open()
  const first = ask()
  ;(await next()).end('answer')
  expect((await first).headers.connection).toBe('keep-alive')
  const second = ask()
  const underWay = await next()
  const { isOver } = close()
  underWay.end('answer')
  expect((await second).headers.connection).toBe('close')
  await isOver
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a connection whose response had begun when the server closed can make one more request', async () => {
  const { ask, next, close } = await open((response) => response.write('begun'))
  const begun = await ask()
  // The caller has one connection, so this request is sent once the first answer is complete.
  const following = ask()
  const { isOver } = close()
  ;(await next()).end()
  const last = await following
  ;(await next()).end()
  expect([begun.headers.connection, last.headers.connection]).toEqual(['keep-alive', 'close'])
  await isOver
})

test('a closing server does not wait for another request on a connection whose response had begun', async () => {
  const { ask, next, close } = await open((response) => response.write('begun'))
  await ask()
  const { isOver } = close()
  ;(await next()).end()
  await isOver
})

test('all requests that were sent on a connection before the server closed are answered on it', async () => {
  const { port, next, close } = await open()
  const caller = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  caller.on('data', (bytes: Buffer) => received.push(bytes))
  caller.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
  const [first, second] = [await next(), await next()]
  const { isOver } = close()
  first.end('first answer')
  second.end('second answer')
  await Promise.all([isOver, once(caller, 'close')])
  expect(Buffer.concat(received).toString()).toMatch(/first answer.*second answer/s)
})

test('a closing server waits neither for an incomplete request nor for an upgrade to another protocol', async () => {
  const { server, port, next, close } = await open()
  const halfway = connect(port, '127.0.0.1')
  // Once the first request is here, so is the half of the next one.
  halfway.resume().write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\n')
  ;(await next()).end()
  const upgraded = once(server, 'upgrade')
  const silent = connect(port, '127.0.0.1')
  silent.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await upgraded
  for (const caller of [halfway, silent]) caller.on('error', () => undefined)
  await close().isOver
})
