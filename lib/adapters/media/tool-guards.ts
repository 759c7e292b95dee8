import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { bubblewrapArguments } from '#lib/adapters/media/bubblewrap'
import { findProgram } from '#lib/adapters/media/find-program'
import { seccompFilter } from '#lib/adapters/media/seccomp-filter'

/** The restrictions on external programs that work on this machine. */
export type ToolGuards = Readonly<{
  /** It has no network, including the loopback interface of the machine. */
  network: boolean
  /** It is killed when the process that started it ends, even by SIGKILL. */
  diesWithParent: boolean
  /**
   * It cannot gain privileges, nor read the memory or environment (with its keys) of the process that started
   * it.
   */
  privileges: boolean
  /** Memory, CPU time, file sizes and open files are limited. */
  limits: boolean
  /** It can see only its own files, its libraries, its work folder and its own processes. */
  files: boolean
  /** System calls that media programs do not need are denied. */
  systemCalls: boolean
}>

/**
 * Wrapper commands before a program's command line. Each one replaces itself with the next (exec), so the PID
 * stays.
 */
export type GuardChain = Readonly<{
  guards: ToolGuards
  /** Bubblewrap, if it works on this machine; `before` is then empty. */
  bubblewrap: Readonly<{ path: string; hasProc: boolean }> | undefined
  before: readonly string[]
  prlimit: string | undefined
  /** Hard limits of this process, which its children cannot exceed. */
  hard: { cpuSeconds: number; dataBytes: number; fileBytes: number; openFiles: number }
}>

const probeTimeoutMs = 10_000
const dropAllCapabilities = ['--inh-caps=-all', '--bounding-set=-all']

let known: { bwrap: string | undefined; chain: Promise<GuardChain> } | undefined

/**
 * Probes which guards work on this machine. The result is cached until Bubblewrap is installed or removed.
 */
export function findGuards(): Promise<GuardChain> {
  const bwrap = process.platform === 'linux' ? findProgram('bwrap') : undefined
  if (!known || known.bwrap !== bwrap) known = { bwrap, chain: probe(bwrap) }
  return known.chain
}

/** Returns the guards that work on this machine. */
export async function sandboxOf(): Promise<ToolGuards> {
  return (await findGuards()).guards
}

/**
 * Returns a log message that lists what external programs could do because guards are missing, or
 * `undefined`.
 */
export function openingsOf(guards: ToolGuards): string | undefined {
  const openings = [
    guards.files ? [] : ['read and write the files of this user'],
    guards.network ? [] : ['reach the network'],
    guards.limits ? [] : ['use memory and disk without limit'],
    guards.privileges ? [] : ['read the environment of this process'],
    guards.systemCalls ? [] : ['use every system call'],
    guards.diesWithParent ? [] : ['outlive this process'],
  ].flat()
  return openings.length > 0 ? `external programs can ${openings.join(', ')} on this machine` : undefined
}

async function probe(bwrap: string | undefined): Promise<GuardChain> {
  const hard = hardLimits()
  const none = {
    network: false,
    diesWithParent: false,
    privileges: false,
    limits: false,
    files: false,
    systemCalls: false,
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

/** The seccomp filter for this machine's architecture. */
export function filterFor(mayFork: boolean): Buffer | undefined {
  return seccompFilter({ arch: process.arch, mayFork })
}

async function usableBubblewrap(path: string | undefined): Promise<GuardChain['bubblewrap']> {
  if (!path) return undefined
  for (const hasProc of [true, false]) if (await startsNode(path, hasProc)) return { path, hasProc }
  return undefined
}

/** True if Node starts in Bubblewrap with the arguments of a real run. */
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

/** The guards that are available without Bubblewrap. */
async function weakerChain(
  prlimit: string | undefined,
): Promise<Pick<GuardChain, 'guards' | 'before' | 'prlimit'>> {
  const unshare = findProgram('unshare')
  const setpriv = findProgram('setpriv')
  // Without root, a network namespace needs a user namespace, which also prevents access to the parent
  // process.
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
      network: net !== undefined || Object.keys(networkInterfaces()).length === 0,
      diesWithParent: bound !== undefined,
      privileges: inUserNamespace || (bound?.includes(dropAllCapabilities[1]!) ?? false),
      limits: limited !== undefined,
      files: false,
      systemCalls: false,
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

/** @param filter passed as file descriptor 3 */
function exitsWell([command, ...args]: string[], filter?: Buffer): Promise<boolean> {
  return new Promise((done) => {
    const stdio = ['ignore', 'ignore', 'ignore', ...(filter ? ['pipe' as const] : [])] as 'ignore'[]
    const child = spawn(command!, args, { stdio, timeout: probeTimeoutMs, killSignal: 'SIGKILL' })
    if (filter) giveFilter(child, filter)
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/**
 * Writes a filter to file descriptor 3 of a started program. Errors are ignored, because it may have ended
 * already.
 */
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
    // Only Linux has this file. Other systems are treated as unlimited.
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
