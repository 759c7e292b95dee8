import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a connection without a request stays open after the server was told to close. */
const idleMs = 1_000

/**
 * Has a server that was told to close end each connection: with the answer that is under way on it, or with the next one if that has begun
 * already, or after a second without a request. Node.js itself closes only connections that are idle at that moment. Under load, the
 * connections of a proxy are never idle: a web behind it would run until it is killed, and its running requests would be lost.
 */
export function endConnections(server: Server): Server {
  const { close } = server
  const running = new Map<ServerResponse, Duplex>()
  const open = new Set<Duplex>()
  let isClosing = false
  server.on('connection', (socket: Duplex) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', (request, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false
    running.set(response, request.socket)
    response.once('close', () => running.delete(response))
  })
  server.close = ((done?: (error?: Error) => void) => {
    isClosing = true
    server.keepAliveTimeout = idleMs
    // Of several requests that were sent on one connection, only the last answer ends it.
    const last = new Map([...running].map(([response, socket]) => [socket, response]))
    for (const response of last.values()) response.shouldKeepAlive = false
    const endIdle = () => {
      const busy = new Set(running.values())
      // Such as a connection on which half a request was sent, or that was to become another protocol.
      for (const socket of open) if (!busy.has(socket)) socket.destroy()
    }
    setTimeout(endIdle, idleMs).unref()
    return close.call(server, done)
  }) as typeof close
  return server
}
