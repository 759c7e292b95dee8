import { readFileSync } from 'node:fs'

/** How many processes the system has ended for lack of memory: on the machine, and in this container. */
const counters = [
  ['/proc/vmstat', /^oom_kill (\d+)$/m],
  ['/sys/fs/cgroup/memory.events', /^oom_kill (\d+)$/m],
] as const

/**
 * Counts the processes that the system ended for lack of memory since it started. A growth while a program ran explains why it was
 * killed. 0 where the system does not tell.
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
