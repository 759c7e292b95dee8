import { descendantsOf } from '../../testing/descendants.ts'
import { cpuTicksOf, ticksPerSecond } from '../cpu-ticks.ts'

/** CPU time in milliseconds. */
export type CpuTimes = { web: number; database: number; chains: number }

/** CPU time that the web processes and the programs started by this process have used so far. */
export function readCpuTimes(webPids: readonly number[]): CpuTimes {
  const started = descendantsOf(process.pid)
  const pidsOf = (program: string) => started.filter(({ name }) => name === program).map(({ pid }) => pid)
  return { web: sum(webPids), database: sum(pidsOf('postgres')), chains: sum(pidsOf('anvil')) }
}

function sum(pids: readonly number[]): number {
  return pids.reduce((ticks, pid) => ticks + cpuTicksOf(pid), 0) * (1_000 / ticksPerSecond)
}

/** CPU time between two readings, divided by `calls`. */
export function cpuPerCall(before: CpuTimes, after: CpuTimes, calls: number): CpuTimes {
  return {
    web: (after.web - before.web) / calls,
    database: (after.database - before.database) / calls,
    chains: (after.chains - before.chains) / calls,
  }
}

export function formatCpu({ web, database, chains }: CpuTimes): string {
  return `cpu ms/call: web ${web.toFixed(2)}, database ${database.toFixed(2)}, chains ${chains.toFixed(2)}`
}
