import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** Where the address of whoever is connected stands; what a client writes there itself is overwritten. */
export const peerHeader = 'x-cairn-peer'

const slot = globalThis as { cairnNotesPeers?: true }

/**
 * Notes on each request from where it comes. Route handlers are given a request without its connection, and what stands in
 * X-Forwarded-For anyone can write.
 */
export function notePeers(): void {
  if (slot.cairnNotesPeers) return
  slot.cairnNotesPeers = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[peerHeader] = request.socket.remoteAddress ?? ''
  })
}
