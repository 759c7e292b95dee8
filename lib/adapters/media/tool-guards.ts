import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { findProgram } from '#lib/adapters/media/find-program'

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
}>

/** What is put before a program's command line. Every part runs the next one in its own place: the process id stays. */
export type GuardChain = Readonly<{
  guards: ToolGuards
  before: readonly string[]
  prlimit: string | undefined
  /** How far a limit may go: nobody may raise one that was set for us. */
  hard: { cpuSeconds: number; dataBytes: number; fileBytes: number; openFiles: number }
}>

const probeTimeoutMs = 10_000
const dropAllCapabilities = ['--inh-caps=-all', '--bounding-set=-all']

let known: Promise<GuardChain> | undefined

/** Finds out once what this machine allows; containers and other systems than Linux allow less. */
export function findGuards(): Promise<GuardChain> {
  known ??= probe()
  return known
}

/** Which guards hold here. */
export async function sandboxOf(): Promise<ToolGuards> {
  return (await findGuards()).guards
}

/** One sentence for a log: what outside programs could do here that they should not. `undefined` when nothing. */
export function openingsOf(guards: ToolGuards): string | undefined {
  const openings = [
    guards.network ? [] : ['reach the network'],
    guards.limits ? [] : ['use memory and disk without limit'],
    guards.privileges ? [] : ['read the environment of this process'],
    guards.diesWithParent ? [] : ['outlive this process'],
  ].flat()
  return openings.length > 0 ? `outside programs can ${openings.join(', ')} on this machine` : undefined
}

async function probe(): Promise<GuardChain> {
  const hard = hardLimits()
  if (process.platform !== 'linux') {
    const none = { network: false, diesWithParent: false, privileges: false, limits: false }
    return { guards: none, before: [], prlimit: undefined, hard }
  }
  const unshare = findProgram('unshare')
  const setpriv = findProgram('setpriv')
  const prlimit = findProgram('prlimit')
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
      // A tool that starts tools may not make namespaces any more, and sits in one without a network already.
      network: net !== undefined || Object.keys(networkInterfaces()).length === 0,
      diesWithParent: bound !== undefined,
      privileges: inUserNamespace || (bound?.includes(dropAllCapabilities[1]!) ?? false),
      limits: limited !== undefined,
    },
    before: [...(net ?? []), ...(bound ?? [])],
    prlimit: limited && prlimit,
    hard,
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

function exitsWell([command, ...args]: string[]): Promise<boolean> {
  return new Promise((done) => {
    const options = { timeout: probeTimeoutMs, killSignal: 'SIGKILL' as const }
    execFile(command!, args, options, (error) => done(!error))
  })
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
