import { errorText } from '#lib/adapters/chain/error-text'
import { openContext } from '#lib/adapters/context'
import { type Env, readEnv } from '#lib/adapters/env'
import { type MetricsServer, serveMetrics } from '#lib/adapters/metrics/serve-metrics'
import { collectReplicas } from '#lib/services/health/collect-replicas'
import { collectServiceFacts } from '#lib/services/health/collect-service-facts'

/**
 * Serves what this web process counts, where a setting names a port, and with it what the database has of the workers, and the state of
 * the replicas. While the database is away it still serves its own counts: that is when its errors have to be seen.
 */
export async function serveWebMetrics(env: Env = readEnv()): Promise<MetricsServer | undefined> {
  const { host, webPort } = env.metrics
  if (webPort === undefined) return undefined
  const ctx = await openContext(env, { service: 'web', maxConnections: 2 })
  const collect = async () => {
    try {
      await Promise.all([collectServiceFacts({ ctx }), collectReplicas({ ctx })])
    } catch (error) {
      ctx.log.warn({ error: errorText(error) }, 'figures of the workers and replicas could not be read')
    }
  }
  const server = await serveMetrics({ host, port: webPort, collect })
  const close = async () => {
    await server.close()
    await ctx.close()
  }
  return { port: server.port, close }
}
