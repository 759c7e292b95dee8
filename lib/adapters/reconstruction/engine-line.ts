import {
  overallFraction,
  type ReconstructionProgress,
  reconstructionStages,
} from '#lib/domain/reconstruction'
import { visibleLine } from '#lib/domain/visible-text'

export type EngineLine =
  | ({ kind: 'progress' } & ReconstructionProgress)
  /** Why the film gives no model, in the engine's own words. */
  | { kind: 'refusal'; reason: string }

const maxLineLength = 4_096
const maxReasonLength = 500

/** A line of an engine's output; `undefined` when it is nothing that we know: an engine may print what it likes. */
export function parseEngineLine(line: string): EngineLine | undefined {
  const said = line.length <= maxLineLength && line.trimStart().startsWith('{') ? parseJson(line) : undefined
  if (typeof said !== 'object' || said === null) return undefined
  const { stage, fraction, reason } = said as Record<string, unknown>
  const known = reconstructionStages.find((each) => each === stage)
  if (known && typeof fraction === 'number' && fraction >= 0 && fraction <= 1)
    return { kind: 'progress', stage: known, fraction }
  if (typeof reason !== 'string') return undefined
  const text = visibleLine(reason).slice(0, maxReasonLength)
  return text === '' ? undefined : { kind: 'refusal', reason: text }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Passes on only what is news: never a step back, and no more than a hundred steps and one for each stage. */
export function onlyNews(
  onProgress: (progress: ReconstructionProgress) => void,
): (progress: ReconstructionProgress) => void {
  let stageBefore: string | undefined
  let before = 0
  return (progress) => {
    const overall = overallFraction(progress)
    const isNewStage = progress.stage !== stageBefore && overall >= before
    if (!isNewStage && overall < before + 0.01) return
    stageBefore = progress.stage
    before = overall
    onProgress(progress)
  }
}
