import 'server-only'
import { and, eq } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { recordSubmission } from '#lib/services/media/record-submission'

/** Marks a preview as failed, without further attempts. @param reason for operators */
export async function failPreview(tx: Tx, submissionId: string, reason: string): Promise<void> {
  const [changed] = await tx
    .update(submission)
    .set({ previewStatus: 'failed' })
    .where(isPreviewPending(submissionId))
    .returning({ submissionId: submission.submissionId })
  if (changed) await recordSubmission(tx, submissionId, 'preview_failed', { reason })
}

/** Condition on a submission: its preview is pending. */
export const isPreviewPending = (submissionId: string) =>
  and(eq(submission.submissionId, submissionId), eq(submission.previewStatus, 'pending'))
