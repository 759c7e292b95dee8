import { readEnv } from '#lib/adapters/env'
import { serveMetrics } from '#lib/adapters/metrics/serve-metrics'

/** Says what this web process counts, where a setting names a port. */
export async function serveWebMetrics(): Promise<void> {
  const { host, webPort } = readEnv().metrics
  if (webPort !== undefined) await serveMetrics({ host, port: webPort })
}
