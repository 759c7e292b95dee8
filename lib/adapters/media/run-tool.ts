import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { constants } from 'node:os'
import { searchPath } from '#lib/adapters/env-path'
import { bubblewrapArguments } from '#lib/adapters/media/bubblewrap'
import { countCpu } from '#lib/adapters/media/cpu-meter'
import { findProgram, installLine } from '#lib/adapters/media/find-program'
import { lowerPriority } from '#lib/adapters/media/lower-priority'
import { readActivity } from '#lib/adapters/media/program-activity'
import { filterFor, findGuards, type GuardChain, giveFilter } from '#lib/adapters/media/tool-guards'
import { collectOutput, collectTail } from '#lib/adapters/media/tool-output'
import { measureFolder, removeLinks } from '#lib/adapters/media/work-files'
import { type WatchLimits, watchProgram } from '#lib/domain/film/program-watch'

/** Either `wallSeconds`, a limit of elapsed time, or `progress`, for programs that may wait long for a core. */
export type ToolLimits = CommonLimits &
  (
    | { wallSeconds: number; progress?: undefined }
    /** No limit of elapsed time while the program makes progress, which `onLine` reports. */
    | { progress: WatchLimits; wallSeconds?: undefined }
  )

/**
 * Limits for a program that only computes: its CPU time, and how long it may be idle. On a busy machine it waits for a core, so its
 * elapsed time says nothing about the file that it reads. Where the system does not report what a program does, all of its time counts
 * as idle.
 */
export function limitCpu(cpuSeconds: number) {
  return { cpuSeconds, progress: { silentSeconds: 6 * cpuSeconds, silentCpuSeconds: cpuSeconds, cpuSeconds } }
}

type CommonLimits = {
  /** CPU limit per process. `wallSeconds` and `progress` apply to all of them together. */
  cpuSeconds?: number
  /**
   * Limit of writable data (`RLIMIT_DATA`), without mapped files. An address space limit would prevent Node
   * and WebAssembly from starting. Memory that Node reserves is added to it; each Node worker thread needs
   * another 0.5 GB.
   */
  memoryBytes?: number
  /** Size limit of each file that it writes. */
  fileBytes?: number
  /**
   * Limit of all data it adds to its folder, 8 GiB by default. Measured once a second, so it may be exceeded
   * briefly.
   */
  folderBytes?: number
  /** Limit of its standard output, 16 MiB by default. */
  stdoutBytes?: number
}

export type ToolRun = {
  /** A name on PATH or an absolute path. `node` is the Node of this process. */
  tool: string
  args: readonly string[]
  /** Absolute path of a private folder. It is the working directory, home and temporary folder. */
  folder: string
  /** Absolute paths of additional writable folders. */
  writable?: readonly string[]
  /** Absolute paths of additional readable files and folders. A device below /dev may be used. */
  readable?: readonly string[]
  /**
   * True for programs that start others, such as reconstruction engines. Otherwise it can neither start nor
   * see other programs. Scripts always may, because their interpreter is another program.
   */
  mayStartPrograms?: boolean
  /** True for work that nobody waits for at the moment: all other programs have priority. */
  isBackground?: boolean
  /** True for work that people wait for, with a lower priority than checks and previews and a higher one than background work. */
  isDeferred?: boolean
  limits: ToolLimits
  signal?: AbortSignal | undefined
  /**
   * Called with each line of standard output, without the line end. `stdout` of the result is then empty.
   *
   * @returns true if the line reports progress
   */
  onLine?: (line: string) => unknown
}

export type ToolOutput = { stdout: Buffer; stderr: string }

/** The program is not on this machine. */
export class ToolMissing extends Error {
  readonly tool: string
  /** The command that installs the missing program. */
  readonly install: string

  constructor(tool: string, install = installLine([tool])) {
    super(`${tool} is not installed: ${install}`)
    this.name = 'ToolMissing'
    this.tool = tool
    this.install = install
  }
}

/**
 * Why a program failed: it exited with an error, or was ended by a signal, a time limit, a limit of processor
 * time, an abort or an output limit, or because it made no progress.
 */
export type ToolFailure = 'exit' | 'signal' | 'timeout' | 'silent' | 'cpu' | 'aborted' | 'output'

export class ToolFailed extends Error {
  readonly tool: string
  readonly reason: ToolFailure
  /** `null` if a signal ended it. */
  readonly exitCode: number | null
  /** The signal that ended it, if it was not sent by us. */
  readonly signal: number | undefined
  /** The reason as text. */
  readonly how: string
  /**
   * The end of its standard error, without control characters. It may quote a hostile file: never show it to
   * clients.
   */
  readonly stderr: string

  constructor(failure: {
    tool: string
    reason: ToolFailure
    exitCode: number | null
    signal?: number | undefined
    how: string
    stderr: string
  }) {
    const lastLine = failure.stderr.trimEnd().split('\n').at(-1) ?? ''
    super(`${failure.tool} ${failure.how}${lastLine ? `: ${lastLine.slice(0, 500)}` : ''}`)
    this.name = 'ToolFailed'
    this.tool = failure.tool
    this.reason = failure.reason
    this.exitCode = failure.exitCode
    this.signal = failure.signal
    this.how = failure.how
    this.stderr = failure.stderr
  }
}

const defaultStdoutBytes = 16 * 1024 * 1024
const openFiles = 256
/** Data that Linux counts before a script starts: 0.57 GB in Node 26, mostly code space. */
const reservedByNodeBytes = 640 * 1024 * 1024
const defaultFolderBytes = 8 * 2 ** 30
const measureEveryMs = 1_000
const lookEveryMs = 1_000
/** Limits of the number of processes. Threads count as processes; Linux does not limit root. */
const processesAlone = 64
const processesTogether = 512
/**
 * Signals that end a program because of its own behaviour. Bubblewrap then exits with 128 plus the signal.
 */
const fatalSignals = [4, 5, 6, 7, 8, 9, 11, 15, 24, 25, 31]
/** Pipes are closed this long after the exit, because a process that left the group could hold them open. */
const pipesGraceMs = 2_000

/**
 * Runs an external program; all external programs run through this function. It has no shell, a private
 * folder, an empty environment and limits, and is killed with its children before this function returns.
 * Where Bubblewrap is installed and may create namespaces, it has no network and can see only its own files,
 * its libraries, that folder and its own processes. Elsewhere the confinement is weaker (`sandboxOf`).
 *
 * Links, pipes and sockets are removed from the folder at the end: through a link, this process could read or
 * write any other file.
 *
 * Call it on Node's main thread, because the program is killed when the *thread* that started it ends.
 *
 * @throws ToolMissing when it is not installed
 * @throws ToolFailed when it exits with a code other than 0 or is ended
 */
export async function runTool(run: ToolRun): Promise<ToolOutput> {
  const program = run.tool === 'node' ? process.execPath : findProgram(run.tool)
  if (!program) throw new ToolMissing(run.tool)
  if (run.signal?.aborted)
    throw new ToolFailed({
      tool: run.tool,
      reason: 'aborted',
      exitCode: null,
      how: 'was not started: aborted',
      stderr: '',
    })
  const chain = await findGuards()
  const mayStartPrograms = (run.mayStartPrograms ?? false) || isScript(program)
  const filter = chain.bubblewrap && filterFor(mayStartPrograms)
  const isFiltered = filter !== undefined
  const [command, ...args] = commandLine(chain, { ...run, mayStartPrograms }, { program, isFiltered })
  const bytesBefore = await measureFolder(run.folder)
  const count = countCpu()
  const child = spawn(command!, args, {
    cwd: run.folder,
    env: environmentOf(run.folder),
    stdio: ['ignore', 'pipe', 'pipe', ...(filter ? ['pipe' as const] : [])],
    // A separate process group, so that its children can be killed with it.
    detached: true,
  })
  child.once('exit', (exitCode) => count({ wasKilled: exitCode === null }))
  if (filter) giveFilter(child, filter)
  const low = run.isBackground ? 'whenever' : run.isDeferred ? 'soon' : undefined
  const stopLowering = low && lowerPriority(child.pid, low)
  try {
    return await follow(child, run, { bytesBefore, isConfined: chain.bubblewrap !== undefined })
  } finally {
    stopLowering?.()
    await removeLinks(run.folder)
  }
}

function commandLine(
  chain: GuardChain,
  run: ToolRun & { mayStartPrograms: boolean },
  { program, isFiltered }: { program: string; isFiltered: boolean },
): string[] {
  const { bubblewrap, prlimit } = chain
  const limits = limitsBefore(chain, run)
  if (!bubblewrap) return [...chain.before, ...limits, program, ...run.args]
  const { folder, writable = [], readable = [], mayStartPrograms } = run
  const view = { program, folder, writable, mayStartPrograms, isOwnCode: run.tool === 'node' }
  // `prlimit` runs inside the sandbox, where processes are counted for the sandbox user.
  const processes = mayStartPrograms ? processesTogether : processesAlone
  return [
    ...limits,
    bubblewrap.path,
    ...(isFiltered ? ['--seccomp', '3'] : []),
    ...bubblewrapArguments({ ...view, readable: prlimit ? [...readable, prlimit] : readable }, bubblewrap),
    '--',
    ...(prlimit ? [prlimit, `--nproc=${processes}`, '--'] : []),
    program,
    ...run.args,
  ]
}

function isScript(program: string): boolean {
  const file = openSync(program, 'r')
  try {
    const head = Buffer.alloc(2)
    readSync(file, head)
    return head.toString('latin1') === '#!'
  } finally {
    closeSync(file)
  }
}

/** The complete environment of a program. It contains no settings or keys of this process. */
function environmentOf(folder: string): NodeJS.ProcessEnv {
  const environment: Record<string, string> = { PATH: searchPath(), LANG: 'C', HOME: folder, TMPDIR: folder }
  return environment as NodeJS.ProcessEnv
}

function follow(
  child: ChildProcess,
  run: ToolRun,
  started: { bytesBefore: number; isConfined: boolean },
): Promise<ToolOutput> {
  const { bytesBefore, isConfined } = started
  const { promise, resolve, reject } = Promise.withResolvers<ToolOutput>()
  let ended: { reason: ToolFailure; how: string } | undefined
  let thrown: unknown
  const end = (reason: ToolFailure, how: string) => {
    ended ??= { reason, how }
    killGroup(child)
  }
  const onAbort = () => end('aborted', 'was aborted')
  run.signal?.addEventListener('abort', onAbort, { once: true })
  // It may have been aborted while the program was being started.
  if (run.signal?.aborted) onAbort()
  const { wallSeconds, progress } = run.limits
  const timer =
    wallSeconds === undefined
      ? undefined
      : setTimeout(() => end('timeout', `took longer than ${wallSeconds} s`), wallSeconds * 1_000)
  const watch = progress && watchProgram(progress)
  const looking = watch && setInterval(() => look(watch.look), lookEveryMs)
  const look = (decide: NonNullable<typeof watch>['look']) => {
    const verdict = decide(performance.now() / 1_000, readActivity(child.pid!))
    if (verdict === 'silent') end('silent', 'made no progress')
    if (verdict === 'cpu') end('cpu', `used more than ${progress!.cpuSeconds} s of processor time`)
  }

  const folderBytes = run.limits.folderBytes ?? defaultFolderBytes
  const measuring = setInterval(async () => {
    const bytes = (await measureFolder(run.folder)) - bytesBefore
    if (bytes > folderBytes) end('output', `wrote more than ${folderBytes} bytes`)
  }, measureEveryMs)

  const stdout = collectOutput(run.onLine, {
    onProgress: () => watch?.report(),
    onThrown: (error) => {
      thrown = error
      end('output', 'printed a line that was not accepted')
    },
  })
  const maxBytes = run.limits.stdoutBytes ?? defaultStdoutBytes
  let printed = 0
  child.stdout!.on('data', (chunk: Buffer) => {
    printed += chunk.length
    if (printed > maxBytes) return end('output', `printed more than ${maxBytes} bytes`)
    if (!ended) stdout.add(chunk)
  })
  const stderr = collectTail()
  child.stderr!.on('data', stderr.add)

  child.once('error', reject)
  child.once('exit', () => {
    killGroup(child)
    setTimeout(() => {
      child.stdout!.destroy()
      child.stderr!.destroy()
    }, pipesGraceMs).unref()
  })
  child.once('close', (exitCode, signal) => {
    if (!ended && exitCode === 0) stdout.finish()
    if (thrown !== undefined) return reject(thrown)
    const failure = ended ? { ...ended, exitCode } : failureOf({ exitCode, signal, isConfined })
    if (failure) return reject(new ToolFailed({ tool: run.tool, ...failure, stderr: stderr.text() }))
    resolve({ stdout: stdout.bytes(), stderr: stderr.text() })
  })
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(measuring)
    clearInterval(looking)
    run.signal?.removeEventListener('abort', onAbort)
  })
}

function limitsBefore(chain: GuardChain, { tool, limits }: ToolRun): string[] {
  if (!chain.prlimit) return []
  const reserved = tool === 'node' ? reservedByNodeBytes : 0
  const dataBytes = limits.memoryBytes === undefined ? undefined : limits.memoryBytes + reserved
  const limit = (name: string, value: number | undefined, hard: number) =>
    value === undefined ? [] : [`--${name}=${Math.ceil(Math.min(value, hard))}`]
  return [
    chain.prlimit,
    '--core=0',
    ...limit('nofile', openFiles, chain.hard.openFiles),
    ...limit('cpu', limits.cpuSeconds, chain.hard.cpuSeconds),
    ...limit('data', dataBytes, chain.hard.dataBytes),
    ...limit('fsize', limits.fileBytes, chain.hard.fileBytes),
    '--',
  ]
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has no processes left.
  }
}

/** The failure of a program that ended on its own (was not killed); `undefined` if it succeeded. */
function failureOf(end: { exitCode: number | null; signal: NodeJS.Signals | null; isConfined: boolean }) {
  const { exitCode, signal, isConfined } = end
  if (isConfined && exitCode !== null && fatalSignals.includes(exitCode - 128)) {
    const number = exitCode - 128
    return { reason: 'signal', exitCode: null, how: `was ended by signal ${number}`, signal: number } as const
  }
  if (signal) {
    const number = constants.signals[signal]
    return { reason: 'signal', exitCode: null, how: `was ended by ${signal}`, signal: number } as const
  }
  if (exitCode === 0) return undefined
  return { reason: 'exit', exitCode, how: `ended with ${exitCode}` } as const
}
