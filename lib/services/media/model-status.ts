import 'server-only'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { recordSubmission } from '#lib/services/media/record-submission'

// The state of a submission's model in its row.

/** The columns of a model of which nothing is finished. */
export const noProgress = {
  reconstructionStage: null,
  reconstructionPercent: null,
  reconstructionProgress: null,
  reconstructionStart: null,
  reconstructionStartedAt: null,
}

/** Condition on a submission: its model is queued or running. */
export function isUnderWay(submissionId: string): SQL {
  const isWaited = inArray(submission.reconstructionStatus, ['queued', 'running'])
  return and(eq(submission.submissionId, submissionId), isWaited)!
}

/** Condition on a bounty: it pays, or has paid, for this submission. */
export function isPaidFor(submissionId: string): SQL {
  const isChosen = eq(bounty.acceptedSubmissionId, submissionId)
  return and(isChosen, inArray(bounty.state, ['accepting', 'accepted']))!
}

/** @param reason a sentence for people */
export async function failModel(tx: Tx, submissionId: string, reason: string): Promise<void> {
  const [changed] = await tx
    .update(submission)
    .set({ ...noProgress, reconstructionStatus: 'failed', reconstructionReason: reason })
    .where(isUnderWay(submissionId))
    .returning({ submissionId: submission.submissionId })
  if (changed) await recordSubmission(tx, submissionId, 'model_failed', { reason })
}

/** The bounty's money went back, so the submission is not accepted after all. */
export async function cancelModel(tx: Tx, submissionId: string): Promise<void> {
  const [changed] = await tx
    .update(submission)
    .set({ ...noProgress, reconstructionStatus: 'none', reconstructionReason: null })
    .where(isUnderWay(submissionId))
    .returning({ submissionId: submission.submissionId })
  if (changed) await recordSubmission(tx, submissionId, 'model_not_wanted')
}
