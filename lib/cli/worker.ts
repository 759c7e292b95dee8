import { openContext } from '#lib/adapters/context'
import { readEnv } from '#lib/adapters/env'
import { openJobs } from '#lib/adapters/jobs'
import { serveMetrics } from '#lib/adapters/metrics/serve-metrics'
import { onEndSignal } from '#lib/adapters/on-end-signal'
import { flushSpans } from '#lib/adapters/trace'
import { endInTime } from '#lib/cli/end-in-time'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { printHelpIfAsked } from '#lib/cli/print-help'
import { refuseUnsafeStart } from '#lib/cli/refuse-unsafe-start'
import { startTraces } from '#lib/cli/start-traces'
import { collectMetrics } from '#lib/services/health/collect-metrics'
import { warnOfUnknownRevenue } from '#lib/services/ledger/warn-of-unknown-revenue'
import { runWorker } from '#lib/worker/run-worker'
import { stepsOf } from '#lib/worker/steps'

// `npm run worker`: the background work of a deployment. Runs until SIGTERM or SIGINT; start as many as you like.
printHelpIfAsked(`Does the background work of a deployment, until SIGTERM or SIGINT. Start as many as you like.

Usage:  npm run worker

It takes no arguments: its settings are the environment and .env, and .env.example lists them. It ends within ten seconds.
`)

const stop = new AbortController()
onEndSignal(() => stop.abort())
endInTime()

loadDotEnv()
await refuseUnsafeStart('worker')
await startTraces('worker')
const ctx = await openContext(readEnv(), { service: 'worker' })
try {
  const { host, workerPort } = ctx.env.metrics
  if (workerPort !== undefined)
    await serveMetrics({ host, port: workerPort, collect: () => collectMetrics({ ctx }) })
  await warnOfUnknownRevenue({ ctx })
  const jobs = await openJobs(ctx)
  await runWorker({ ctx, signal: stop.signal, steps: stepsOf(ctx, jobs) }).finally(jobs.stop)
} finally {
  await Promise.all([ctx.close(), flushSpans()])
}
// A pending call to a chain must not delay the end of the process.
process.exit()
