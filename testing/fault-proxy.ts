import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FaultProxy = { url: string; close: () => Promise<void>; swallowed: () => number }

/** A JSON-RPC proxy that never passes on, nor answers, requests of some methods while `swallow` says so. */
export async function startFaultProxy(
  target: string,
  swallow: (body: string) => boolean,
): Promise<FaultProxy> {
  let swallowed = 0
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (swallow(body)) {
      swallowed += 1
      return
    }
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    outgoing.writeHead(response.status, { 'content-type': 'application/json' })
    outgoing.end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallowed: () => swallowed,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
