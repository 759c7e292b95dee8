import type { ReconstructionStage } from './reconstruction.ts'

// Why a 3D model could not be made, and whether another attempt may succeed.

/** How the reconstruction program ended, if it made no model. */
export type EngineEnd = {
  /** `unusable`: the program succeeded, but its model is not valid. */
  how: 'exit' | 'signal' | 'timeout' | 'silent' | 'cpu' | 'output' | 'unusable' | 'settings' | 'other'
  exitCode?: number | null | undefined
  signal?: number | undefined
  /** The end of its standard error, or the message of an error of this service. */
  text: string
  /** The system killed a process for lack of memory meanwhile. */
  sawOutOfMemory: boolean
  /** The last stage that it reported. */
  stage: ReconstructionStage | undefined
  /** The time for which it may be idle. */
  silentSeconds?: number
}

export type FailureCause =
  | 'memory'
  | 'disk'
  | 'silent'
  | 'cpu'
  | 'output'
  | 'killed'
  | 'crashed'
  | 'unusable'
  | 'settings'
  | 'service'

const [sigKill, sigXcpu, sigXfsz] = [9, 24, 25]
const outOfMemory =
  /std::bad_alloc|out of memory|cannot allocate memory|ENOMEM|array buffer allocation failed|MemoryError/i
const diskFull = /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i
/** The message of our engine that names the program which was killed. */
const wasKilled = /was ended by SIGKILL/
const usedItsTime = /was ended by SIGXCPU/

/** The cause of a failure. For an ambiguous failure it describes only the observation, and never blames the film. */
export function causeOf(end: EngineEnd): FailureCause {
  const { how, signal, text, sawOutOfMemory } = end
  if (how === 'silent' || how === 'timeout') return 'silent'
  if (how === 'cpu' || how === 'output' || how === 'settings') return how
  if (diskFull.test(text)) return 'disk'
  if (outOfMemory.test(text)) return 'memory'
  if (how === 'unusable') return 'unusable'
  if (how === 'other') return 'service'
  const killed = signal === sigKill || wasKilled.test(text)
  if (killed) return sawOutOfMemory ? 'memory' : 'killed'
  if (signal === sigXcpu || usedItsTime.test(text)) return 'cpu'
  if (signal === sigXfsz) return 'output'
  return 'crashed'
}

/** Causes in the program or its settings, so that another attempt would soon end in the same way. */
const repeating: readonly FailureCause[] = ['cpu', 'output', 'crashed', 'unusable', 'settings']

export function isLikelyToRepeat(cause: FailureCause): boolean {
  return repeating.includes(cause)
}

const notTheFilm = 'That says nothing about the film: the model can be tried again.'

/** Why there is no model, for people. It contains no output of the program, which may quote a hostile file. */
export function failureText(end: EngineEnd): string {
  const where = end.stage ? ` in the stage "${end.stage}"` : ''
  switch (causeOf(end)) {
    case 'memory':
      return `The machine ran out of memory${where}. ${notTheFilm}`
    case 'disk':
      return `The disk of the machine was full${where}. ${notTheFilm}`
    case 'silent':
      return `The program that makes models stopped making progress${where}: it did nothing for ${minutes(end.silentSeconds ?? 0)}, or computed without a result. ${notTheFilm}`
    case 'cpu':
      return `The program that makes models used all the processor time that it may use${where}. ${notTheFilm}`
    case 'output':
      return `The program that makes models wrote more data than it may${where}. ${notTheFilm}`
    case 'killed':
      return `The program that makes models was killed${where}, by the system or by hand. ${notTheFilm}`
    case 'crashed':
      return `The program that makes models failed${where}${endingOf(end)}. ${notTheFilm}`
    case 'unusable':
      return `The program that makes models ended with a file that is not a valid model. ${notTheFilm}`
    case 'settings':
      return `The setting of the program that makes models (RECON_CMD) cannot be used. ${notTheFilm}`
    case 'service':
      return `A file of the model could not be read or stored by the service${where}. ${notTheFilm}`
  }
}

function endingOf({ exitCode, signal }: EngineEnd): string {
  if (signal !== undefined) return `, with signal ${signal}`
  return typeof exitCode === 'number' ? `, with exit code ${exitCode}` : ''
}

function minutes(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} seconds`
  const count = Math.round(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
