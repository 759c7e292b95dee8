import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NodeNextRequest, NodeNextResponse } from 'next/dist/server/base-http/node.js'
import { sendResponse } from 'next/dist/server/send-response.js'
import {
  NextRequestAdapter,
  signalFromNodeResponse,
} from 'next/dist/server/web/spec-extension/adapters/next-request.js'
import { noteConnections } from '#lib/adapters/connections'
import type { Handlers } from '#lib/http/api/guarded'

export type FrameworkServer = {
  url: string
  /** How many connections are open. */
  connections: () => Promise<number>
  close: () => Promise<void>
}

/**
 * Serves one route as the framework does (its `app-route.js`): with its own way from a request and to the socket, which
 * drops headers and ends answers when the caller leaves. Without its router, its settings and its compression.
 */
export async function startFrameworkServer(handlers: Handlers): Promise<FrameworkServer> {
  noteConnections()
  const server = createServer((incoming, outgoing) => {
    const request = new NodeNextRequest(incoming)
    const adapted = NextRequestAdapter.fromNodeNextRequest(request, signalFromNodeResponse(outgoing))
    void handlers[incoming.method as keyof Handlers](adapted).then((response) =>
      sendResponse(request, new NodeNextResponse(outgoing), response),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () =>
      new Promise((done, fail) =>
        server.getConnections((error, count) => (error ? fail(error) : done(count))),
      ),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
