import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { streamRoute } from '#lib/http/stream-route'
import { streamObservations } from '#lib/operations/stream-observations'
import { unchainedSettings } from '../../lib/sandbox/testing/unchained-settings.ts'

// One web process: the very handler of the service on Node's own server. Tells its port, and on request what it used.
const opened = await openContext(parseEnv(unchainedSettings(process.argv[2]!)), { service: 'bench' })
const ctx = { ...opened, facilitator: openFacilitator(opened) }
const { GET } = streamRoute(streamObservations, async () => ctx)

const server = createServer(async (incoming, outgoing) => {
  const headers = incoming.headers as Record<string, string>
  const response = await GET(new Request(`http://127.0.0.1${incoming.url}`, { headers }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  const body = Readable.fromWeb(response.body as ReadableStream)
  outgoing.on('close', () => body.destroy())
  body.on('error', () => outgoing.destroy())
  body.pipe(outgoing)
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!({ cpuSeconds: (user + system) / 1e6, rssMb: process.memoryUsage.rss() / 2 ** 20 })
})
