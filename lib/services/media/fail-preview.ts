import 'server-only'
import { and, eq } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { recordSubmission } from '#lib/services/media/record-submission'

/** For good. @param reason for operators */
export async function failPreview(tx: Tx, submissionId: string, reason: string): Promise<void> {
  const [changed] = await tx
    .update(submission)
    .set({ previewStatus: 'failed' })
    .where(isPreviewPending(submissionId))
    .returning({ submissionId: submission.submissionId })
  if (changed) await recordSubmission(tx, submissionId, 'preview_failed', { reason })
}

/** The submission while its preview is still to be made. */
export const isPreviewPending = (submissionId: string) =>
  and(eq(submission.submissionId, submissionId), eq(submission.previewStatus, 'pending'))
