import 'server-only'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type QualityReport, submission } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { notCheckedCode, wasNotChecked } from '#lib/domain/film/not-checked'
import { recordSubmission } from '#lib/services/media/record-submission'

// Films whose check failed because of our own tools.

const notCheckedReport: QualityReport = {
  reasons: [
    {
      code: notCheckedCode,
      text: 'The film could not be checked because of a problem on our side, not with the film.',
      advice: 'You need not do anything. It is stored as you sent it, and the poster can still accept it.',
    },
  ],
  warnings: [],
  figures: {},
}

export function isUnchecked(report: QualityReport | null): boolean {
  return report !== null && wasNotChecked({ quality_reasons: report.reasons })
}

/** `isUnchecked` as a condition on a submission. A later check may replace this verdict. */
export const isUncheckedRow: SQL = sql`${submission.quality} -> 'reasons' -> 0 ->> 'code' = ${notCheckedCode}`

/** Records that all attempts to check a film failed because of our own tools. The film may still get a preview. */
export async function giveUpChecking(tx: Tx, submissionId: string): Promise<void> {
  const [changed] = await tx
    .update(submission)
    .set({ qualityStatus: 'fail', quality: notCheckedReport })
    .where(and(eq(submission.submissionId, submissionId), eq(submission.qualityStatus, 'pending')))
    .returning({ previewStatus: submission.previewStatus })
  if (!changed) return
  if (changed.previewStatus === 'pending') await queueJob({ tx, name: 'preview', submissionId })
  await recordSubmission(tx, submissionId, notCheckedCode)
}
