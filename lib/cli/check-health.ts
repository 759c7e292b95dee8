import { UsageError } from '#lib/cli/usage-error'

// `node lib/cli/check-health.ts web|worker`, in the container of that process: exit status 0 if it answers HTTP within five seconds.
//
// The status of the answer does not count: a worker's /metrics is 503 while the database is away, and no restart helps against that.
const timeoutMs = 5_000

function addressOf(process: string | undefined, variables: NodeJS.ProcessEnv): string {
  const { PORT = '3000', METRICS_WORKER_PORT } = variables
  if (process === 'web') return `http://127.0.0.1:${PORT}/api/health`
  if (process !== 'worker') throw new UsageError('Name the process: web or worker.')
  if (!METRICS_WORKER_PORT)
    throw new UsageError('METRICS_WORKER_PORT is not set: the health of a worker is read there.')
  return `http://127.0.0.1:${METRICS_WORKER_PORT}/metrics`
}

try {
  const url = addressOf(process.argv[2], process.env)
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  await answer.body?.cancel()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
