import {
  overallFraction,
  type ReconstructionProgress,
  reconstructionStages,
} from '#lib/domain/film/reconstruction'
import { isObject, parseJson } from '#lib/domain/text/json'
import { visibleLine } from '#lib/domain/text/visible-text'

export type EngineLine =
  | ({ kind: 'progress' } & ReconstructionProgress)
  /** The engine's explanation why there is no model. */
  | { kind: 'reason'; reason: string }

const maxLineLength = 4_096
const maxReasonLength = 500

/**
 * Parses a line of an engine's output.
 *
 * @returns `undefined` for any other text, which an engine may print freely
 */
export function parseEngineLine(line: string): EngineLine | undefined {
  const parsed =
    line.length <= maxLineLength && line.trimStart().startsWith('{') ? parseJson(line) : undefined
  if (!isObject(parsed)) return undefined
  const { stage, fraction, resumed, reason } = parsed
  const known = reconstructionStages.find((each) => each === stage)
  if (known && typeof fraction === 'number' && fraction >= 0 && fraction <= 1)
    return { kind: 'progress', stage: known, fraction, ...(resumed === true && { resumed }) }
  if (typeof reason !== 'string') return undefined
  const text = visibleLine(reason).slice(0, maxReasonLength)
  return text === '' ? undefined : { kind: 'reason', reason: text }
}

/** Passes on only progress that moves forward within an attempt, and at most 100 steps plus one for each stage. */
export function onlyForward(
  onProgress: (progress: ReconstructionProgress) => void,
): (progress: ReconstructionProgress) => void {
  let lastStage: string | undefined
  let last = 0
  return (progress) => {
    const overall = overallFraction(progress)
    const isNewStage = progress.stage !== lastStage && overall >= last
    if (!isNewStage && overall < last + 0.01) return
    lastStage = progress.stage
    last = overall
    onProgress(progress)
  }
}
