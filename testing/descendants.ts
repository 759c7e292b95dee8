import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type Descendant = { pid: number; name: string }

/** The processes below one, at any depth, as Linux lists them now. Those that have ended and wait to be noticed do not count. */
export function descendantsOf(pid: number): Descendant[] {
  const parents = new Map<number, Descendant[]>()
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? statOf(Number(entry)) : undefined
    if (!found || found.state === 'Z') continue
    const siblings = parents.get(found.parent) ?? []
    siblings.push({ pid: Number(entry), name: found.name })
    parents.set(found.parent, siblings)
  }
  const below = (of: number): Descendant[] =>
    (parents.get(of) ?? []).flatMap((child) => [child, ...below(child.pid)])
  return below(pid)
}

export function isAlive({ pid, name }: Descendant): boolean {
  const found = statOf(pid)
  return found !== undefined && found.name === name && found.state !== 'Z'
}

/** Where a process works. @returns `undefined` when it has ended */
export function folderOf({ pid }: Descendant): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** The command line of a process, or that of its parent until it has started a program of its own. */
export function commandLineOf({ pid }: Pick<Descendant, 'pid'>): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return undefined
  }
}

/**
 * Pauses a process, and continues it if `isWanted` is false for it. It is checked after the pause, because a running process may
 * start another program, or still be a fork of its parent.
 *
 * @returns the paused process
 */
export function pauseIf(
  { pid }: Pick<Descendant, 'pid'>,
  isWanted: (paused: Descendant) => boolean,
): Descendant | undefined {
  try {
    process.kill(pid, 'SIGSTOP')
    const found = statOf(pid)
    const paused = { pid, name: found?.name ?? '' }
    if (found?.state === 'T' && isWanted(paused)) return paused
    process.kill(pid, 'SIGCONT')
  } catch {
    // It has ended.
  }
  return undefined
}

function statOf(pid: number): { name: string; state: string; parent: number } | undefined {
  try {
    const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(
      readFileSync(`/proc/${pid}/stat`, 'latin1'),
    )!
    return { name: name!, state: state!, parent: Number(parent) }
  } catch {
    return undefined
  }
}
