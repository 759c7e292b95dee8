import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exitCodes, onEndSignal, printLine, reportReason } from './command-line.ts'
import { measureFilm } from './forecast/measure-film.ts'

// The command line of the forecast: reads a film and prints figures from which the chance of a model is forecast.

const help = `Measures a film for a forecast of its 3D model, in seconds.

usage: node reconstruction/forecast.ts --video FILE --work FOLDER [--threads NUMBER]

It needs ffmpeg 5.1 or newer, ffprobe and colmap on PATH. It prints one JSON object a line:
  {"figures":{…}}   the figures (forecast/figures-of.ts)
  {"reason":"…"}    before exit code 20 (no picture of the film can be read) or 21 (a program is missing)
Any other exit code is a failure: the last line of standard error says why.
`

const { video, work, threads } = readArguments()
const folder = mkdtempSync(join(work, 'forecast-'))
const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
const stop = new AbortController()
onEndSignal(() => {
  stop.abort()
  cleanUp()
})

try {
  printLine({ figures: await measureFilm({ video, folder, threads, signal: stop.signal }) })
} catch (error) {
  process.exitCode = reportReason(error) ?? fail(error)
} finally {
  cleanUp()
}

function fail(error: unknown): number {
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
