import 'server-only'
import { connect, type Socket } from 'node:net'
import { lookUpHost } from '#lib/adapters/db/driver/look-up-host'

/** The options of postgres.js that say where to connect. */
type Target = { host: readonly string[]; port: readonly number[]; path?: string | false }

/** How often each client has connected: hosts are tried in turn. */
const tries = new WeakMap<Target, number>()

/**
 * Workaround: opens the socket of a connection, so that one which is accepted and closed without an answer fails. postgres.js connects
 * again and again then, and its statement waits. README.md, "Connections closed without an answer".
 */
export function openSocket(target: Target): Socket {
  const { host, port, path } = target
  const at = (tries.get(target) ?? 0) % port.length
  tries.set(target, at + 1)
  // Data that postgres.js writes before the socket is connected is sent once it is.
  const socket = path ? connect(path) : connect({ port: port[at]!, host: host[at]!, lookup: lookUpHost })
  socket.once('close', (hadError) => {
    if (hadError || socket.bytesRead > 0) return
    const error = new Error('the connection was closed before the database answered')
    socket.emit('error', Object.assign(error, { code: 'CONNECTION_CLOSED' }))
  })
  // The name in the certificate of a server with TLS.
  return Object.assign(socket, { host: host[at] })
}
