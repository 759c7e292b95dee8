import 'server-only'
import { remainingSeconds } from '#lib/domain/film/model-progress'
import { maxModelRetries, reconstructionStages } from '#lib/domain/film/reconstruction'
import type { Submission } from '#lib/schemas/bounty'
import type { SubmittedRow } from '#lib/services/bounties/load-bounty'

type Described = Pick<
  Submission,
  | 'reconstruction_status'
  | 'reconstruction_reason'
  | 'reconstruction_stage'
  | 'reconstruction_progress'
  | 'reconstruction_remaining_seconds'
  | 'reconstruction_mode'
  | 'reconstruction_retries_left'
>

/** The progress of the model of a submission, or the reason why it has no model. */
export function describeModel(row: SubmittedRow): Described {
  const { reconstructionStatus: status } = row
  return {
    reconstruction_status: status,
    reconstruction_reason: status === 'failed' ? row.reconstructionReason : null,
    ...progressOf(row),
    reconstruction_mode: row.reconstructionMode,
    reconstruction_retries_left: Math.max(0, maxModelRetries - row.reconstructionRetries),
  }
}

function progressOf(row: SubmittedRow) {
  const { reconstructionStatus: status, reconstructionStage, reconstructionPercent, modelSeconds } = row
  const stage = reconstructionStages.find((name) => name === reconstructionStage)
  const shown = { queued: 0, running: row.reconstructionProgress ?? 0, ready: 1, none: null, failed: null }
  const [start, fraction] = [row.reconstructionStart, (reconstructionPercent ?? 0) / 100]
  const left =
    status === 'running' && stage && start !== null && modelSeconds !== null
      ? remainingSeconds({ stage, fraction, start }, modelSeconds)
      : undefined
  return {
    reconstruction_stage: status === 'running' && stage ? stage : null,
    reconstruction_progress: shown[status],
    reconstruction_remaining_seconds: left ?? null,
  }
}
