import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { FilmRefused } from './film-refused.ts'
import { ProgramMissing } from './find-programs.ts'
import { measureFilm } from './forecast/measure-film.ts'

// The command line of the forecast: reads a film and prints figures from which the chance of a model is forecast.

const help = `Measures a film for a forecast of its 3D model, in seconds.

usage: node reconstruction/forecast.ts --video FILE --work FOLDER [--threads NUMBER]

It needs ffmpeg 5.1 or newer, ffprobe and colmap on PATH. It prints one JSON object a line:
  {"figures":{…}}   the figures (forecast/figures-of.ts)
  {"reason":"…"}    before exit code 20 (no picture of the film can be read) or 21 (a program is missing)
Any other exit code is a failure: the last line of standard error says why.
`
const exitCodes = { failed: 1, usage: 2, filmRefused: 20, programMissing: 21 }

const { video, work, threads } = readArguments()
const folder = mkdtempSync(join(work, 'forecast-'))
const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
const stop = new AbortController()
for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    stop.abort()
    cleanUp()
    process.exit(exitCode)
  })

try {
  printLine({ figures: await measureFilm({ video, folder, threads, signal: stop.signal }) })
} catch (error) {
  process.exitCode = report(error)
} finally {
  cleanUp()
}

/** @returns the exit code */
function report(error: unknown): number {
  if (error instanceof FilmRefused || error instanceof ProgramMissing) {
    printLine({ reason: error.message })
    return error instanceof FilmRefused ? exitCodes.filmRefused : exitCodes.programMissing
  }
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  return exitCodes.failed
}

function readArguments(): { video: string; work: string; threads: number } {
  const string = { type: 'string' } as const
  const { values } = parseArgs({ options: { video: string, work: string, threads: string } })
  const threads = Number(values.threads ?? 1)
  if (!values.video || !values.work || !(Number.isInteger(threads) && threads >= 1)) {
    process.stderr.write(help)
    process.exit(exitCodes.usage)
  }
  return { video: resolve(values.video), work: resolve(values.work), threads }
}

function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
