import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cpuTicksOf, cpuTicksOfFamily, ticksPerSecond } from '../cpu-ticks.ts'

const autocannon = 'autocannon@8.0.0'
const msPerTick = 1_000 / ticksPerSecond

export type Measured = {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** CPU time per request of the web process and of all processes of PostgreSQL. */
  webMs: number
  databaseMs: number
}

/** Sends requests over so many connections, each after the answer to the previous one. @throws Error if an answer has another status */
export async function measure(given: {
  url: string
  headers?: Record<string, string> | undefined
  expectedStatus: number
  connections: number
  seconds: number
  webPid: number
  postgresPid: number
}): Promise<Measured> {
  const { url, headers = {}, expectedStatus, connections, seconds, webPid, postgresPid } = given
  const before = { web: cpuTicksOf(webPid), database: cpuTicksOfFamily(postgresPid) }
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=${autocannon}`, '--', 'autocannon', '--json', '--no-progress'],
      ...['--connections', String(connections), '--duration', String(seconds)],
      ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      url,
    ],
    { maxBuffer: 2 ** 24 },
  )
  const after = { web: cpuTicksOf(webPid), database: cpuTicksOfFamily(postgresPid) }
  const result = JSON.parse(stdout) as {
    requests: { average: number }
    latency: { p50: number; p99: number }
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }
  // Its own total leaves out the answers since its last sample.
  const answers = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  const other = Object.keys(result.statusCodeStats).filter((status) => Number(status) !== expectedStatus)
  if (other.length > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.errors} errors, and answers with status ${other.join(', ') || 'as expected'}`,
    )
  return {
    perSecond: result.requests.average,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    webMs: ((after.web - before.web) * msPerTick) / answers,
    databaseMs: ((after.database - before.database) * msPerTick) / answers,
  }
}
