import 'server-only'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import { metrics } from '#lib/adapters/metrics/registry'

export type MetricsServer = { port: number; close: () => Promise<void> }

/**
 * Serves the metrics of this process at `/metrics`, on a separate port that must not be reachable from the
 * internet.
 *
 * @param args.collect updates gauges that must be queried, before each response. If it throws, the response
 * is 503.
 */
export async function serveMetrics(args: {
  host: string
  port: number
  collect?: () => Promise<void>
}): Promise<MetricsServer> {
  const { registry } = metrics()
  // The default process metrics have a constant cost, so they are collected only if there is a server for
  // them.
  if (!registry.getSingleMetric('cairn_process_start_time_seconds'))
    collectDefaultMetrics({ register: registry, prefix: 'cairn_' })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    try {
      await args.collect?.()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      // Stale values would look like current ones.
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(args.port, args.host, done)
  })
  // The server must not keep the process alive.
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
