import { type ExecFileException, execFile, spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline'

/** There is no limit of elapsed time: on a busy machine a good program is slow. The caller of the engine notices if nothing happens. */
export type ProgramLimits = {
  cpuSeconds: number
  /** Memory for data, in each process. */
  memoryBytes: number
  /** Size of each file that the program writes. */
  fileBytes: number
}

const maxOutputBytes = 64 * 2 ** 20

/** The program failed or was stopped. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
  /** `undefined` when a signal ended the program: it used too much processor time, printed too much or was stopped. */
  readonly exitCode: number | undefined
  readonly stderr: string

  constructor(program: string, how: string, { exitCode, stderr }: { exitCode?: number; stderr: string }) {
    const lastLine = printable(stderr).trimEnd().split('\n').at(-1) ?? ''
    super(`${program} ${how}${lastLine && `: ${lastLine.slice(0, 500)}`}`)
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

/** The folders in which programs are looked for. */
export function programFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter)
}

/**
 * Runs a program in a folder, without a shell. Its environment is PATH, LANG, HOME and TMPDIR.
 *
 * @param run.onLine receives each line of standard output when it is printed
 * @returns its standard output
 * @throws ProgramFailed
 */
export function runProgram(run: {
  program: string
  args: readonly string[]
  folder: string
  limits: ProgramLimits
  signal: AbortSignal
  onLine?: (line: string) => void
}): Promise<string> {
  const { program, args, folder, limits, signal, onLine } = run
  const [command, ...rest] = [...guards(limits), program, ...args]
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    LANG: 'C',
    HOME: folder,
    TMPDIR: folder,
  }
  const options = {
    cwd: folder,
    env: environment as NodeJS.ProcessEnv,
    killSignal: 'SIGKILL' as const,
    maxBuffer: maxOutputBytes,
    signal,
  }
  return new Promise((resolve, reject) => {
    const child = execFile(command!, rest, options, (error, stdout, stderr) => {
      if (error) reject(failure(program, error, stderr))
      else resolve(stdout)
    })
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
  })
}

function failure(program: string, error: ExecFileException, stderr: string): ProgramFailed {
  const { code } = error
  if (typeof code === 'number')
    return new ProgramFailed(program, `ended with exit code ${code}`, { exitCode: code, stderr })
  if (code === 'ABORT_ERR') return new ProgramFailed(program, 'was stopped', { stderr })
  if (code) return new ProgramFailed(program, `failed (${code})`, { stderr })
  return new ProgramFailed(program, `was ended by ${error.signal ?? 'a signal'}`, { stderr })
}

/**
 * Programs of util-linux to put before a command: it ends with this process even if this process is killed, and its memory,
 * processor time and files are limited. Empty where they are missing or a limit is above what the machine allows.
 */
function guards(limits: ProgramLimits): string[] {
  const chain = [
    ...['setpriv', '--pdeathsig', 'KILL', '--'],
    ...['prlimit', '--core=0', `--cpu=${limits.cpuSeconds}`],
    ...[`--data=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`, '--'],
  ]
  const [command, ...args] = chain
  return spawnSync(command!, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? chain : []
}

/** A program may quote a hostile file: a terminal must not receive control codes from it. */
function printable(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
  )
}
