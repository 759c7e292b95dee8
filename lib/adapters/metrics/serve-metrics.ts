import 'server-only'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import { metrics } from '#lib/adapters/metrics/registry'

export type MetricsServer = { port: number; close: () => Promise<void> }

/**
 * Serves what this process counts at `/metrics`, on a port of its own that the world must not reach.
 *
 * @param args.collect brings what has to be asked for up to date; what it throws is left as it was
 */
export async function serveMetrics(args: {
  host: string
  port: number
  collect?: () => Promise<void>
}): Promise<MetricsServer> {
  const { registry } = metrics()
  // Watching the process itself costs something all the time, so only where somebody may look.
  if (!registry.getSingleMetric('cairn_process_start_time_seconds'))
    collectDefaultMetrics({ register: registry, prefix: 'cairn_' })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    try {
      await args.collect?.()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      // An old figure would look like a true one.
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(args.port, args.host, done)
  })
  // A scraper is no reason to go on living.
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
