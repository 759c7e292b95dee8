import { readFileSync } from 'node:fs'

/** How many processes the system has ended for lack of memory: on the machine, and in this container. */
const counters = [
  ['/proc/vmstat', /^oom_kill (\d+)$/m],
  ['/sys/fs/cgroup/memory.events', /^oom_kill (\d+)$/m],
] as const

/**
 * Counts the processes that the system killed for lack of memory since it started. If the count grows while a program runs, that explains
 * why it was killed. 0 if the system does not report it.
 */
export function countOutOfMemory(): number {
  return counters.reduce((sum, [path, line]) => sum + Number(line.exec(read(path))?.[1] ?? 0), 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
