import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { searchPath } from '#lib/adapters/env-path'
import { bubblewrapArguments } from '#lib/adapters/media/bubblewrap'
import { countCpu } from '#lib/adapters/media/cpu-meter'
import { findProgram, installLine } from '#lib/adapters/media/find-program'
import { filterFor, findGuards, type GuardChain, giveFilter } from '#lib/adapters/media/tool-guards'
import { measureFolder, removeLinks } from '#lib/adapters/media/work-files'

// No `server-only` here or in what it imports: reconstruction engines load it as plain programs of Node.

export type ToolLimits = {
  wallSeconds: number
  /** Of each process; the wall limit holds for all of them together. */
  cpuSeconds?: number
  /**
   * Data that it may write, neither mapped files nor mere addresses: a limit of addresses would keep Node and WebAssembly
   * from starting. What Node reserves for itself comes on top; each of its worker threads takes 0.5 GB more.
   */
  memoryBytes?: number
  /** Of each file that it writes. */
  fileBytes?: number
  /** Of all that it adds to its folder; looked at each second, so it may be exceeded for a moment. 8 GiB unless given. */
  folderBytes?: number
  /** Of its standard output; 16 MiB unless given. */
  stdoutBytes?: number
}

export type ToolRun = {
  /** A name on PATH or an absolute path; `node` is the Node that runs us. */
  tool: string
  args: readonly string[]
  /** Absolute; nobody else's. It is the working directory, and home and temporary folder too. */
  folder: string
  /** Further folders, absolute, that it may write to. */
  writable?: readonly string[]
  /** Further files and folders, absolute, that it may read. A device below /dev may be used. */
  readable?: readonly string[]
  /**
   * It starts programs of the machine itself, as engines do. Otherwise it can start none, and sees none. Scripts may always: they
   * stand for another program.
   */
  mayStartPrograms?: boolean
  limits: ToolLimits
  signal?: AbortSignal | undefined
  /** Takes standard output line by line, without line ends; `stdout` stays empty then. */
  onLine?: (line: string) => void
}

export type ToolOutput = { stdout: Buffer; stderr: string }

/** The program is not on this machine. */
export class ToolMissing extends Error {
  readonly tool: string
  /** What a person types to get it. */
  readonly install: string

  constructor(tool: string, install = installLine([tool])) {
    super(`${tool} is not installed: ${install}`)
    this.name = 'ToolMissing'
    this.tool = tool
    this.install = install
  }
}

/** It ended badly, or was ended: after its time, on request, for printing too much. */
export type ToolFailure = 'exit' | 'signal' | 'timeout' | 'aborted' | 'output'

export class ToolFailed extends Error {
  readonly tool: string
  readonly reason: ToolFailure
  /** `null` when a signal ended it. */
  readonly exitCode: number | null
  /** The reason in words. */
  readonly how: string
  /** The end of what it printed, without control characters. It may quote a hostile file: never show it to callers. */
  readonly stderr: string

  constructor(failure: {
    tool: string
    reason: ToolFailure
    exitCode: number | null
    how: string
    stderr: string
  }) {
    const lastLine = failure.stderr.trimEnd().split('\n').at(-1) ?? ''
    super(`${failure.tool} ${failure.how}${lastLine ? `: ${lastLine.slice(0, 500)}` : ''}`)
    this.name = 'ToolFailed'
    this.tool = failure.tool
    this.reason = failure.reason
    this.exitCode = failure.exitCode
    this.how = failure.how
    this.stderr = failure.stderr
  }
}

const stderrTailBytes = 64 * 1024
const defaultStdoutBytes = 16 * 1024 * 1024
const openFiles = 256
/** Counted by Linux before a script begins: 0.57 GB in Node 26, code space above all. */
const reservedByNodeBytes = 640 * 1024 * 1024
const defaultFolderBytes = 8 * 2 ** 30
const measureEveryMs = 1_000
/** Threads count as processes. Linux does not count those of root. */
const processesAlone = 64
const processesTogether = 512
/** Bubblewrap ends with 128 and the signal that ended its program; of those that end one for what it did. */
const fatalSignals = [4, 5, 6, 7, 8, 9, 11, 15, 24, 25, 31]
/** A process that left the group could hold the pipes open for ever. */
const pipesGraceMs = 2_000

/**
 * The one way to run an outside program: without a shell, in a private folder, with nothing of our environment, limited, and gone,
 * children included, when it returns. Where the machine has Bubblewrap and allows it namespaces, the program sees no file but its
 * own, its libraries and that folder, no other process and no network; elsewhere it is held back less (`sandboxOf`).
 *
 * What it leaves in its folder is plain files and folders: a link that it left could have this process read or write any other
 * file by its name.
 *
 * Call it on Node's main thread: the program dies with the *thread* that started it.
 *
 * @throws ToolMissing when it is not on this machine
 * @throws ToolFailed when it ends with anything but 0, or is ended
 */
export async function runTool(run: ToolRun): Promise<ToolOutput> {
  const program = run.tool === 'node' ? process.execPath : findProgram(run.tool)
  if (!program) throw new ToolMissing(run.tool)
  if (run.signal?.aborted) throw failed(run, 'aborted', null, 'was not started: aborted', '')
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
    // A process group of its own, so that its children end with it.
    detached: true,
  })
  child.once('exit', (exitCode) => count({ wasKilled: exitCode === null }))
  if (filter) giveFilter(child, filter)
  try {
    return await follow(child, run, { bytesBefore, isConfined: chain.bubblewrap !== undefined })
  } finally {
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
  // Processes are counted from within: by their user there, not by ours.
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

/** All of it: no setting and no key of ours is among it. */
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
  const { wallSeconds } = run.limits
  const timer = setTimeout(() => end('timeout', `took longer than ${wallSeconds} s`), wallSeconds * 1_000)

  const folderBytes = run.limits.folderBytes ?? defaultFolderBytes
  const measuring = setInterval(async () => {
    const bytes = (await measureFolder(run.folder)) - bytesBefore
    if (bytes > folderBytes) end('output', `wrote more than ${folderBytes} bytes`)
  }, measureEveryMs)

  const stdout = collect(run, (error) => {
    thrown = error
    end('output', 'printed what could not be taken')
  })
  const maxBytes = run.limits.stdoutBytes ?? defaultStdoutBytes
  let printed = 0
  child.stdout!.on('data', (chunk: Buffer) => {
    printed += chunk.length
    if (printed > maxBytes) return end('output', `printed more than ${maxBytes} bytes`)
    if (!ended) stdout.add(chunk)
  })
  const stderr = tail()
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
    if (ended) return reject(failed(run, ended.reason, exitCode, ended.how, stderr.text()))
    if (isConfined && exitCode !== null && fatalSignals.includes(exitCode - 128))
      return reject(failed(run, 'signal', null, `was ended by signal ${exitCode - 128}`, stderr.text()))
    if (signal) return reject(failed(run, 'signal', null, `was ended by ${signal}`, stderr.text()))
    if (exitCode !== 0) return reject(failed(run, 'exit', exitCode, `ended with ${exitCode}`, stderr.text()))
    resolve({ stdout: stdout.bytes(), stderr: stderr.text() })
  })
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(measuring)
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
    // Nobody is left in it.
  }
}

/** Keeps standard output, or hands it on by lines. */
function collect(run: ToolRun, onThrown: (error: unknown) => void) {
  const chunks: Buffer[] = []
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let hasThrown = false
  const hand = (line: string) => {
    // More lines may come with the one that was not understood, and until the program is ended.
    if (hasThrown) return
    try {
      run.onLine!(line.replace(/\r$/, ''))
    } catch (error) {
      hasThrown = true
      onThrown(error)
    }
  }
  return {
    add: (chunk: Buffer) => {
      if (!run.onLine) return void chunks.push(chunk)
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop()!
      for (const line of lines) hand(line)
    },
    finish: () => {
      rest += decoder.end()
      if (run.onLine && rest) hand(rest)
    },
    bytes: () => Buffer.concat(chunks),
  }
}

/** The end of what is added, as text; progress that overwrites its line becomes lines. */
function tail() {
  let kept = Buffer.alloc(0)
  return {
    add: (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk]).subarray(-stderrTailBytes)
    },
    text: () =>
      kept
        .toString('utf8')
        .replace(/\r\n?/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: a log must not carry a hostile file's terminal codes
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''),
  }
}

function failed(
  run: ToolRun,
  reason: ToolFailure,
  exitCode: number | null,
  how: string,
  stderr: string,
): ToolFailed {
  return new ToolFailed({ tool: run.tool, reason, exitCode, how, stderr })
}
