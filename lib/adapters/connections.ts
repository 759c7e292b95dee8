import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Names the connection of a request within this process; what a client writes there itself is overwritten. */
const connectionHeader = 'x-cairn-connection'

/** The TCP connection that carries a request. */
export type Connection = {
  /** Calls back once it is closed, by whichever side; at once if it is. */
  onClose: (closed: () => void) => void
  /** Closes it at once with a TCP reset: what is not sent yet is dropped, also by the kernel. */
  reset: () => void
}

// The bundler may load this module more than once.
const slot = globalThis as {
  cairnConnections?: { byId: Map<string, Socket>; ids: WeakMap<Socket, string>; last: number }
}

/**
 * Notes on each request which connection it came by: route handlers are given a request without it. Call it once, before the
 * first request.
 */
export function noteConnections(): void {
  if (slot.cairnConnections) return
  const known = { byId: new Map<string, Socket>(), ids: new WeakMap<Socket, string>(), last: 0 }
  slot.cairnConnections = known
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
 * The connection that a request came by.
 *
 * @returns `undefined` for a request that no server of this process received: one made in the process itself
 */
export function connectionOf(headers: Headers): Connection | undefined {
  const id = headers.get(connectionHeader)
  if (id === null || !slot.cairnConnections) return undefined
  const socket = slot.cairnConnections.byId.get(id)
  return {
    onClose: (closed) => {
      if (!socket || socket.destroyed) queueMicrotask(closed)
      else socket.once('close', closed)
    },
    reset: () => {
      try {
        socket?.resetAndDestroy()
      } catch {
        // TLS and Unix sockets know no reset.
        socket?.destroy()
      }
    },
  }
}
