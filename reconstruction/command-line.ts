import { FilmRefused } from './film-refused.ts'
import { ProgramMissing } from './find-programs.ts'

// Exit codes, signals and output of the two commands of this package, main.ts and forecast.ts.

export const exitCodes = { failed: 1, usage: 2, filmRefused: 20, programMissing: 21 }

/** Calls `stop` on SIGINT or SIGTERM, and then ends the process with the usual exit code of the signal. */
export function onEndSignal(stop: () => void): void {
  // Not `once`: it would restore the default first, and a second signal would end the process without an exit code.
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => {
      stop()
      process.exit(exitCode)
    })
}

/** Prints the reason if the film is refused or a program is missing. @returns its exit code; `undefined` for any other error */
export function reportReason(error: unknown): number | undefined {
  if (!(error instanceof FilmRefused || error instanceof ProgramMissing)) return undefined
  printLine({ reason: error.message })
  return error instanceof FilmRefused ? exitCodes.filmRefused : exitCodes.programMissing
}

/** Prints an object as one line of JSON. */
export function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
