import { overallFraction, type ReconstructionProgress } from './reconstruction.ts'

/** The progress of a model over all its attempts. */
export type ModelProgress = {
  /** The stage of this attempt, and the finished share of it, 0 to 1. */
  stage: ReconstructionProgress['stage']
  fraction: number
  /** The progress shown to users, 0 to 1. Never decreases, even when an attempt repeats a stage. */
  shown: number
  /** The progress at the start of this attempt: what earlier ones had finished, 0 to 1. */
  start: number
}

/**
 * Adds a report of the engine.
 *
 * @param before `undefined` at the start of an attempt
 * @param shown what an earlier attempt showed
 */
export function addProgress(
  before: ModelProgress | undefined,
  shown: number,
  { stage, fraction, resumed }: ReconstructionProgress,
): ModelProgress {
  const done = overallFraction({ stage, fraction })
  return {
    stage,
    fraction: Math.min(1, Math.max(0, fraction)),
    shown: Math.max(before?.shown ?? 0, shown, done),
    start: before && !resumed ? before.start : done,
  }
}

/** The first stages say little about the pace of the long ones: an estimate from 4% grew from 8 to 25 minutes. */
const leastShare = 0.12
const leastSeconds = 8

/**
 * The remaining time of a model, at the pace of the current attempt. Stages are weighted by their measured shares of the time, so the pace
 * is about even.
 *
 * @param elapsedSeconds since the attempt was at `start`
 * @returns whole seconds; `undefined` while there is too little data for an estimate
 */
export function remainingSeconds(
  progress: Omit<ModelProgress, 'shown'>,
  elapsedSeconds: number,
): number | undefined {
  const done = overallFraction(progress) - progress.start
  if (!(done >= leastShare && elapsedSeconds >= leastSeconds)) return undefined
  return Math.round(((1 - overallFraction(progress)) * elapsedSeconds) / done)
}
