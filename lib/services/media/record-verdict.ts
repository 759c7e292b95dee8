import 'server-only'
import { and, eq, ne, sql } from 'drizzle-orm'
import { type QualityReport, submission, submissionFile } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { joinHashes } from '#lib/domain/film/film-hashes'
import { recordSubmission } from '#lib/services/media/record-submission'
import { isUncheckedRow } from '#lib/services/media/unchecked-film'

/** The result of the check of a film. */
export type FilmVerdict = {
  status: 'pass' | 'fail'
  report: QualityReport
  /** `undefined` for an unreadable file. It gets no preview either. */
  fingerprint: Uint8Array | undefined
  pictureHashes: readonly Uint8Array[]
}

/**
 * Stores the verdict of a check, unless the film has one already, and queues the preview.
 *
 * @returns false if the film had a verdict
 */
export async function recordVerdict(tx: Tx, submissionId: string, verdict: FilmVerdict): Promise<boolean> {
  const { status, report, fingerprint } = verdict
  const previewStatus = fingerprint ? ('pending' as const) : ('failed' as const)
  const isOpen = sql`(${submission.qualityStatus} = 'pending' or ${isUncheckedRow})`
  const [changed] = await tx
    .update(submission)
    .set({ qualityStatus: status, quality: report })
    .where(and(eq(submission.submissionId, submissionId), isOpen))
    .returning({ submissionId: submission.submissionId })
  if (!changed) return false
  await tx
    .update(submission)
    .set({ previewStatus })
    .where(and(eq(submission.submissionId, submissionId), ne(submission.previewStatus, 'ready')))
  if (fingerprint) {
    const pictureHashes = joinHashes(verdict.pictureHashes)
    await tx
      .update(submissionFile)
      .set({ fingerprint, pictureHashes })
      .where(eq(submissionFile.submissionId, submissionId))
    await queueJob({ tx, name: 'preview', submissionId })
  }
  const codes = report.reasons.map(({ code }) => code)
  await recordSubmission(tx, submissionId, 'inspected', { quality: status, reasons: codes })
  return true
}
