import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const autocannon = 'autocannon@8.0.0'
/** The unit of CPU times in `/proc`. */
const ticksPerSecond = 100

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
  const database = () => familyOf(postgresPid).reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  const before = { web: cpuMsOf(webPid), database: database() }
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
  const after = { web: cpuMsOf(webPid), database: database() }
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
    webMs: (after.web - before.web) / answers,
    databaseMs: (after.database - before.database) / answers,
  }
}

/** User and system time of a process, in milliseconds. 0 if it has ended. */
function cpuMsOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  // The name of the program is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return stat === '' ? 0 : ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const children = readdirSync('/proc').filter((pid) => {
    const stat = /^\d+$/.test(pid) ? read(`/proc/${pid}/stat`) : ''
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
  })
  return [parent, ...children.map(Number)]
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
