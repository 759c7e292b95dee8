import { accessSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exitCodes, onEndSignal, printLine, reportReason } from './command-line.ts'
import { makeModel } from './make-model.ts'
import { type Mode, modes } from './settings.ts'

// The command line of the program: a film in, model.glb and its package out.

const help = `Makes a textured 3D model of a film.

usage: node reconstruction/main.ts --video FILE --work FOLDER --out FOLDER [--mode NAME] [--threads NUMBER]

  --video FILE      the film, MP4 or QuickTime
  --work FOLDER     for intermediate files, up to 2 GB; made if missing. Finished stages stay there: run again with the
                    same film and mode, the program continues after them. Remove it when you have the model
  --out FOLDER      for model.glb, preview.glb, package/ and engine.json; made if missing
  --mode NAME       standard; relaxed, if the pictures could not be fitted together; fine, for more detail
  --threads NUMBER  processor cores to use, 1 to 64; 2 by default
  --help            print this text

It needs ffmpeg 5.1 or newer, ffprobe and colmap on PATH.

Standard output is one JSON object a line:
  {"stage":"depth","fraction":0.5}   progress; the stages are frames, features, matching, cameras, depth, mesh,
                                     texture and packing, in this order. A stage that an earlier run finished
                                     has "fraction":1 and "resumed":true
  {"reason":"…"}                     why there is no model, before exit code 20 or 21

Exit codes:
  0    the model is in --out
  1    failed; the last line of standard error says why
  2    wrong arguments
  20   no model can be made of this film; "reason" is written for the person who filmed
  21   a program is missing; "reason" says how to install it
  130, 143  stopped by SIGINT or SIGTERM
`

const maxThreads = 64

const options = readArguments()
prepareFolders(options)
const stop = new AbortController()
onEndSignal(() => stop.abort())

try {
  await makeModel({ ...options, signal: stop.signal, onProgress: printLine })
} catch (error) {
  process.exitCode = reportReason(error) ?? fail(error)
}

function fail(error: unknown): number {
  const { stack, message } = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${stack}\nerror: ${message}\n`)
  return exitCodes.failed
}

function readArguments(): { video: string; work: string; out: string; mode: Mode; threads: number } {
  const { values } = parseArguments()
  if (values.help) {
    process.stdout.write(help)
    process.exit()
  }
  const path = (name: 'video' | 'work' | 'out') => resolve(values[name] || wrongUsage(`--${name} is missing`))
  const threads = Number(values.threads)
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= maxThreads))
    wrongUsage(`--threads must be a whole number from 1 to ${maxThreads}, not "${values.threads}"`)
  const mode =
    modes.find((each) => each === values.mode) ??
    wrongUsage(`--mode must be one of ${modes.join(', ')}, not "${values.mode}"`)
  return { video: path('video'), work: path('work'), out: path('out'), mode, threads }
}

function parseArguments() {
  const string = { type: 'string' } as const
  const mode = { type: 'string', default: 'standard' } as const
  const threads = { type: 'string', default: '2' } as const
  try {
    return parseArgs({
      options: { video: string, work: string, out: string, mode, threads, help: { type: 'boolean' } },
    })
  } catch (error) {
    return wrongUsage((error as Error).message)
  }
}

function prepareFolders({ video, work, out }: { video: string; work: string; out: string }): void {
  const attempt = <Result>(option: string, action: () => Result): Result => {
    try {
      return action()
    } catch (error) {
      return wrongUsage(`${option}: ${(error as Error).message}`)
    }
  }
  attempt('--video', () => accessSync(video, constants.R_OK))
  attempt('--out', () => mkdirSync(out, { recursive: true }))
  attempt('--work', () => mkdirSync(work, { recursive: true }))
}

function wrongUsage(message: string): never {
  process.stderr.write(`error: ${message}\nTry: node reconstruction/main.ts --help\n`)
  process.exit(exitCodes.usage)
}
