import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type InterruptedAnswers = {
  url: string
  /** The different payments that were received. */
  signatures: Set<string>
  close: () => Promise<void>
}

/**
 * A proxy in front of the service: the first answer to a payment breaks off in the middle, the second says that it is not settled yet, and
 * from the third on all answers pass.
 *
 * @param options.onInterrupted is called once the service has answered the first payment, before the client knows
 */
export async function interruptAnswers(options: {
  to: string
  onInterrupted?: () => void | Promise<void>
}): Promise<InterruptedAnswers> {
  const signatures = new Set<string>()
  let payments = 0
  const server = createServer(async (incoming, outgoing) => {
    const signature = incoming.headers['payment-signature'] as string | undefined
    const body = await bodyOf(incoming)
    if (signature) {
      signatures.add(signature)
      payments += 1
      if (payments === 2) {
        outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
        outgoing.end('{"error":"settlement_pending","message":"Not yet.","request_id":"none"}')
        return
      }
    }
    const headers = Object.entries(incoming.headers).filter(
      ([name]) => name !== 'host' && !ofTheLine.has(name),
    )
    const tell = ({ status, headers }: Response, length: number) => {
      const told = [...headers].filter(([name]) => !ofTheLine.has(name))
      outgoing.writeHead(status, { ...Object.fromEntries(told), 'content-length': length })
    }
    const answer = await fetch(options.to + incoming.url, {
      method: incoming.method!,
      headers: headers as [string, string][],
      ...(body.byteLength > 0 ? { body } : {}),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (signature && payments === 1) {
      await options.onInterrupted?.()
      tell(answer, bytes.byteLength)
      outgoing.write(bytes.subarray(0, bytes.byteLength / 2), () => outgoing.destroy())
      return
    }
    tell(answer, bytes.byteLength)
    outgoing.end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signatures,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Headers that belong to one connection and are not forwarded. */
const ofTheLine = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return new Uint8Array(Buffer.concat(pieces))
}
