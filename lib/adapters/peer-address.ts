import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { processValue } from '#lib/adapters/process-value'

/** Request header with the peer address of the connection. A value from the client is overwritten. */
export const peerHeader = 'x-cairn-peer'

const isSubscribed = processValue<true>('peer addresses')

/**
 * Adds the peer address to each request. Route handlers have no access to the socket, and clients can forge
 * X-Forwarded-For.
 */
export function notePeers(): void {
  if (isSubscribed.current) return
  isSubscribed.current = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[peerHeader] = request.socket.remoteAddress ?? ''
  })
}
