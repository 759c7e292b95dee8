import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Sql } from '#lib/adapters/db'

/** One query's cost. Milliseconds; `undefined` where it was not measured. */
export type Cost = {
  timedOut: boolean
  /** As seen by the client, including the transfer of rows. */
  wallMs: number
  /** CPU time of the backend process (Linux only). Other work on the machine affects it least. */
  cpuMs: number | undefined
  /** Execution time reported by PostgreSQL, with the timing of rows and the counting of pages switched off. */
  executionMs?: number
  /** Shared pages touched. */
  buffers?: number
}

const queryCanceled = '57014'

/** Runs a statement on a connection of its own and measures its duration. */
export async function timed<Rows>(
  pid: number,
  run: () => PromiseLike<Rows>,
): Promise<Cost & { rows: Rows | undefined }> {
  const cpuBefore = backendCpuMs(pid)
  const startedAt = performance.now()
  let rows: Rows | undefined
  try {
    rows = await run()
  } catch (error) {
    if ((error as { code?: string }).code !== queryCanceled) throw error
  }
  const wallMs = performance.now() - startedAt
  await setImmediate()
  const cpuAfter = backendCpuMs(pid)
  const cpuMs = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore
  return { timedOut: rows === undefined, wallMs, cpuMs, rows }
}

/**
 * Execution time and pages of a prepared statement (`name(arguments)`); `undefined` if it timed out. From two runs, because counting pages
 * adds an eighth of the time.
 */
export async function explained(
  sql: Sql,
  call: string,
): Promise<{ executionMs: number; buffers: number } | undefined> {
  try {
    const pages = await explain(sql, 'buffers', call)
    const time = await explain(sql, 'buffers off', call)
    return {
      executionMs: time['Execution Time'],
      buffers: pages.Plan['Shared Hit Blocks'] + pages.Plan['Shared Read Blocks'],
    }
  } catch (error) {
    if ((error as { code?: string }).code !== queryCanceled) throw error
    return undefined
  }
}

async function explain(sql: Sql, option: 'buffers' | 'buffers off', call: string) {
  const [row] = await sql.unsafe(`explain (analyze, ${option}, timing off, format json) execute ${call}`)
  return row!['QUERY PLAN'][0]
}

export async function backendPid(sql: Sql): Promise<number> {
  const [row] = await sql`select pg_backend_pid() as pid`
  return row!.pid
}

function backendCpuMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
