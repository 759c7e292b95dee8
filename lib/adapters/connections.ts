import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { processValue } from '#lib/adapters/process-value'

/** Request header with the id of the connection in this process. A value from the client is overwritten. */
const connectionHeader = 'x-cairn-connection'

/** The TCP connection that carries a request. */
export type Connection = {
  /** Calls back once when either side closes the connection; at once if it is already closed. */
  onClose: (closed: () => void) => void
  /** Closes it at once with a TCP reset, which drops unsent data, also in kernel buffers. */
  reset: () => void
}

type Connections = { byId: Map<string, Socket>; ids: WeakMap<Socket, string>; last: number }
const connections = processValue<Connections>('connections')

/**
 * Adds the connection id to each request, because route handlers have no access to the socket. Call it once,
 * before the first request.
 */
export function noteConnections(): void {
  if (connections.current) return
  const known = { byId: new Map<string, Socket>(), ids: new WeakMap<Socket, string>(), last: 0 }
  connections.current = known
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    const { socket } = request
    let id = known.ids.get(socket)
    if (id === undefined) {
      id = String(++known.last)
      known.ids.set(socket, id)
      known.byId.set(id, socket)
      const forget = id
      socket.once('close', () => known.byId.delete(forget))
    }
    request.headers[connectionHeader] = id
  })
}

/**
 * Returns the connection of a request.
 *
 * @returns `undefined` for a request that was created in the process instead of received by a server
 */
export function connectionOf(headers: Headers): Connection | undefined {
  const id = headers.get(connectionHeader)
  if (id === null || !connections.current) return undefined
  const socket = connections.current.byId.get(id)
  return {
    onClose: (closed) => {
      if (!socket || socket.destroyed) queueMicrotask(closed)
      else socket.once('close', closed)
    },
    reset: () => {
      try {
        socket?.resetAndDestroy()
      } catch {
        // TLS and Unix sockets do not support a reset.
        socket?.destroy()
      }
    },
  }
}
