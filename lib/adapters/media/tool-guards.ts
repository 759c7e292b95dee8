import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { bubblewrapArguments, sandboxHostname } from '#lib/adapters/media/bubblewrap'
import { findProgram } from '#lib/adapters/media/find-program'
import { seccompFilter } from '#lib/adapters/media/seccomp-filter'

/** What holds an outside program back on this machine. */
export type ToolGuards = Readonly<{
  /** It has no network, not even the machine's own loopback. */
  network: boolean
  /** It dies when the process that started it does, however that dies. */
  diesWithParent: boolean
  /** It can gain no rights, and read nothing of the process that started it: its environment holds the keys. */
  privileges: boolean
  /** Memory, processor time, size and number of files are limited. */
  limits: boolean
  /** It sees no files but its own, its libraries and its work folder, and no processes but its own. */
  files: boolean
  /** System calls that media programs do not need fail. */
  systemCalls: boolean
}>

/** What is put before a program's command line. Every part runs the next one in its own place: the process id stays. */
export type GuardChain = Readonly<{
  guards: ToolGuards
  /** Bubblewrap, where the machine allows it; then `before` is empty. */
  bubblewrap: Readonly<{ path: string; hasProc: boolean }> | undefined
  before: readonly string[]
  prlimit: string | undefined
  /** How far a limit may go: nobody may raise one that was set for us. */
  hard: { cpuSeconds: number; dataBytes: number; fileBytes: number; openFiles: number }
}>

const probeTimeoutMs = 10_000
const dropAllCapabilities = ['--inh-caps=-all', '--bounding-set=-all']

let known: { bwrap: string | undefined; chain: Promise<GuardChain> } | undefined

/** Finds out once what this machine allows, and anew when Bubblewrap came or went; containers and other systems allow less. */
export function findGuards(): Promise<GuardChain> {
  const bwrap = process.platform === 'linux' ? findProgram('bwrap') : undefined
  if (!known || known.bwrap !== bwrap) known = { bwrap, chain: probe(bwrap) }
  return known.chain
}

/** Which guards hold here. */
export async function sandboxOf(): Promise<ToolGuards> {
  return (await findGuards()).guards
}

/** One sentence for a log: what outside programs could do here that they should not. `undefined` when nothing. */
export function openingsOf(guards: ToolGuards): string | undefined {
  const openings = [
    guards.files ? [] : ['read and write the files of this user'],
    guards.network ? [] : ['reach the network'],
    guards.limits ? [] : ['use memory and disk without limit'],
    guards.privileges ? [] : ['read the environment of this process'],
    guards.systemCalls ? [] : ['call all of the kernel'],
    guards.diesWithParent ? [] : ['outlive this process'],
  ].flat()
  return openings.length > 0 ? `outside programs can ${openings.join(', ')} on this machine` : undefined
}

async function probe(bwrap: string | undefined): Promise<GuardChain> {
  const hard = hardLimits()
  const none = {
    ...{ network: false, diesWithParent: false, privileges: false },
    ...{ limits: false, files: false, systemCalls: false },
  }
  if (process.platform !== 'linux')
    return { guards: none, bubblewrap: undefined, before: [], prlimit: undefined, hard }
  const prlimit = findProgram('prlimit')
  const bubblewrap = await usableBubblewrap(bwrap)
  if (bubblewrap) {
    const limited =
      prlimit !== undefined && (await exitsWell([prlimit, '--core=0', '--', prlimit, '--version']))
    const guards = { ...none, network: true, diesWithParent: true, privileges: true, files: true }
    return {
      guards: { ...guards, limits: limited, systemCalls: filterFor(true) !== undefined },
      bubblewrap,
      before: [],
      prlimit: limited ? prlimit : undefined,
      hard,
    }
  }
  return { ...(await weakerChain(prlimit)), bubblewrap: undefined, hard }
}

/** The filter of this machine's processor. */
export function filterFor(mayFork: boolean): Buffer | undefined {
  return seccompFilter({ arch: process.arch, mayFork })
}

async function usableBubblewrap(path: string | undefined): Promise<GuardChain['bubblewrap']> {
  // Inside there are no namespaces to be had, and no need of them.
  if (!path || hostname() === sandboxHostname) return undefined
  for (const hasProc of [true, false]) if (await startsNode(path, hasProc)) return { path, hasProc }
  return undefined
}

/** Whether Node starts inside, with all that a program is given. */
async function startsNode(bwrap: string, hasProc: boolean): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-guards-'))
  try {
    const view = { program: process.execPath, folder, writable: [], readable: [] }
    const args = bubblewrapArguments({ ...view, mayStartPrograms: false, isOwnCode: true }, { hasProc })
    const filter = filterFor(false)
    const seccomp = filter ? ['--seccomp', '3'] : []
    return await exitsWell([bwrap, ...seccomp, ...args, '--', process.execPath, '-e', ''], filter)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What can be had without Bubblewrap. Inside of it, this is what programs started by programs are held by besides. */
async function weakerChain(
  prlimit: string | undefined,
): Promise<Pick<GuardChain, 'guards' | 'before' | 'prlimit'>> {
  const isInside = hostname() === sandboxHostname
  const unshare = isInside ? undefined : findProgram('unshare')
  const setpriv = findProgram('setpriv')
  // A user namespace of its own is for those who are not root, and keeps the program from looking at its parent.
  const net = await firstThatWorks(unshare, [['-n'], ['-rn']])
  const inUserNamespace = net?.includes('-rn') ?? false
  const bound = await firstThatWorks(
    setpriv,
    [
      ['--pdeathsig', 'KILL', '--no-new-privs', ...dropAllCapabilities],
      ['--pdeathsig', 'KILL', '--no-new-privs'],
    ],
    net,
  )
  const limited = await firstThatWorks(prlimit, [['--core=0']], [...(net ?? []), ...(bound ?? [])])
  return {
    guards: {
      network: isInside || net !== undefined || Object.keys(networkInterfaces()).length === 0,
      diesWithParent: isInside || bound !== undefined,
      privileges: isInside || inUserNamespace || (bound?.includes(dropAllCapabilities[1]!) ?? false),
      limits: limited !== undefined,
      files: isInside,
      systemCalls: isInside,
    },
    before: [...(net ?? []), ...(bound ?? [])],
    prlimit: limited && prlimit,
  }
}

async function firstThatWorks(
  program: string | undefined,
  choices: string[][],
  before: readonly string[] = [],
): Promise<string[] | undefined> {
  if (!program) return undefined
  for (const choice of choices) {
    const part = [program, ...choice, '--']
    if (await exitsWell([...before, ...part, process.execPath, '-e', ''])) return part
  }
  return undefined
}

/** @param filter given as file descriptor 3 */
function exitsWell([command, ...args]: string[], filter?: Buffer): Promise<boolean> {
  return new Promise((done) => {
    const stdio = ['ignore', 'ignore', 'ignore', ...(filter ? ['pipe' as const] : [])] as 'ignore'[]
    const child = spawn(command!, args, { stdio, timeout: probeTimeoutMs, killSignal: 'SIGKILL' })
    if (filter) giveFilter(child, filter)
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/** Writes a filter into file descriptor 3 of a program that was just started; one that has ended already does not mind. */
export function giveFilter(child: ReturnType<typeof spawn>, filter: Buffer): void {
  const pipe = child.stdio[3] as Writable
  pipe.on('error', () => {})
  pipe.end(filter)
}

function hardLimits(): GuardChain['hard'] {
  let text = ''
  try {
    text = readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // Not Linux: nothing is limited there.
  }
  const limit = (name: string) => {
    const value = text.match(new RegExp(`^${name}\\s+\\S+\\s+(\\d+)`, 'm'))?.[1]
    return value === undefined ? Number.POSITIVE_INFINITY : Number(value)
  }
  return {
    cpuSeconds: limit('Max cpu time'),
    dataBytes: limit('Max data size'),
    fileBytes: limit('Max file size'),
    openFiles: limit('Max open files'),
  }
}
