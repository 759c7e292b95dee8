import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const everyMs = 500
/**
 * As nice values. Beside a program that uses a core all the time, one with 2 gets two fifths of it, one with 5 a quarter, and one with 19
 * a hundredth: a paid model would take a day on a busy machine.
 */
const priorities = { soon: 2, whenever: 5 }
export type LowPriority = keyof typeof priorities

/**
 * Gives a program and all its child processes a low scheduling priority, until the returned function is called.
 *
 * Linux may schedule each session as one group (`sched_autogroup`), and the priority of a process then applies only within its group. The
 * sandbox starts sessions of its own, so the group of each process is lowered too. If the machine forbids this, the error is ignored, and
 * it is tried again.
 */
export function lowerPriority(pid: number | undefined, to: LowPriority): () => void {
  if (pid === undefined) return () => {}
  const lowered = new Set<number>()
  const lower = () => {
    for (const each of withDescendants(pid))
      if (!lowered.has(each) && lowerOne(each, priorities[to])) lowered.add(each)
  }
  lower()
  const timer = setInterval(lower, everyMs)
  return () => clearInterval(timer)
}

/** @returns true if nothing is left to do for this process */
function lowerOne(pid: number, priority: number): boolean {
  try {
    setPriority(pid, priority)
    const group = `/proc/${pid}/autogroup`
    if (isLowGroup(group, priority)) return true
    writeFileSync(group, String(priority))
    return true
  } catch {
    return false
  }
}

/** Also true where the kernel does not group sessions. */
function isLowGroup(path: string, priority: number): boolean {
  try {
    return readFileSync(path, 'latin1').trimEnd().endsWith(` nice ${priority}`)
  } catch {
    return true
  }
}

function withDescendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
    return [pid, ...children.flatMap((child) => withDescendants(Number(child)))]
  } catch {
    return [pid]
  }
}
