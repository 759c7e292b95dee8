import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendWebhook } from '#lib/adapters/send-webhook'
import { makeSelfSigned } from '#testing/self-signed'

/** For results that must arrive before the deadline, also on a busy machine. */
const patientMs = 20_000
/** For requests that end at the deadline. */
const briefMs = 200

const { key, cert } = makeSelfSigned()
const servers = new Set<Server>()
const sockets = new Set<Socket>()
beforeAll(() => {
  const known = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...known, cert])
  return () => tls.setDefaultCACertificates(known)
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  sockets.clear()
  servers.clear()
})

/** A receiver that calls `behave` when the first bytes of a request arrive. */
async function receive(behave: (socket: Socket) => void, { isSecure }: { isSecure: boolean }) {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const begin = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => behave(socket))
    // The sender closes with FIN or RST.
    socket.once('end', resolve).once('close', () => resolve())
  }
  const server: Server = isSecure
    ? tls.createServer({ key, cert, allowHalfOpen: true }, begin)
    : createServer({ allowHalfOpen: true }, begin)
  servers.add(server.listen(0, 'localhost'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `${isSecure ? 'https' : 'http'}://localhost:${port}/`
  return {
    send: (timeoutMs: number) => sendWebhook({ url, headers: {}, body: '{}', mayBeLocal: true, timeoutMs }),
    /** Resolves when the sender has closed its connection. */
    closed,
  }
}

/** Writes repeatedly, as fast as the sender reads, until it disconnects. */
function repeat(text: string) {
  return (socket: Socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(text));
    }
    socket.on('drain', write).resume()
    write()
  }
}

const drip = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(text), 20)
  socket.once('close', () => clearInterval(timer))
}

const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'

describe.each([{ isSecure: false }, { isSecure: true }])('over a connection, %j', (how) => {
  const ends = async (behave: (socket: Socket) => void, timeoutMs: number) => {
    const receiver = await receive(behave, how)
    const result = await receiver.send(timeoutMs).catch(({ code }: { code: string }) => code)
    await receiver.closed
    return result
  }

  test('returns the status of a response without reading its body', async () => {
    expect(await ends((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), patientMs)).toBe(204)
    const endless = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      repeat('1\r\nx\r\n')(socket)
    }
    expect(await ends(endless, patientMs)).toBe(200)
  })

  test('a receiver that switches protocols ends the delivery at once with 101', async () => {
    expect(await ends((socket) => socket.write(upgrade), patientMs)).toBe(101)
  })

  test('endless informational responses end it long before the deadline', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n'
    expect(await ends(repeat(hints), patientMs)).toBe('EINFORMATIONAL')
    expect(await ends(repeat('HTTP/1.1 100 Continue\r\n\r\n'), patientMs)).toBe('EINFORMATIONAL')
    const few = `${hints.repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`
    expect(await ends((socket) => socket.write(few), patientMs)).toBe(204)
  })

  test('silence, slow headers and slow informational responses end at the deadline', async () => {
    expect(await ends(() => {}, briefMs)).toBe('ETIMEDOUT')
    expect(await ends(drip('H'), briefMs)).not.toBe(204)
    const header = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip('X: y\r\n')(socket)
    }
    expect(await ends(header, briefMs)).toBe('ETIMEDOUT')
  })

  test('a connection closed before the response, fully or half, ends it at once', async () => {
    expect(await ends((socket) => socket.end(), patientMs)).toBe('ECONNRESET')
    expect(await ends((socket) => socket.end('HTTP/1.1 200 OK\r\n'), patientMs)).toMatch(/^(HPE|ECONNRESET)/)
    expect(await ends((socket) => socket.destroy(), patientMs)).toMatch(/^(ECONNRESET|ENOANSWER)/)
    expect(await ends((socket) => socket.write('no HTTP at all\r\n\r\n'), patientMs)).toMatch(/^HPE/)
  })
})

test('a receiver that never finishes the TLS handshake ends at the deadline', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}).resume())
  servers.add(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const sent = sendWebhook({ url, headers: {}, body: '{}', mayBeLocal: true, timeoutMs: briefMs })
  await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
