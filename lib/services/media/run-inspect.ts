import 'server-only'
import { and, eq, ne, sql } from 'drizzle-orm'
import { type QualityReport, submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { askJob } from '#lib/adapters/jobs'
import { inspectVideo } from '#lib/adapters/media/inspect-video'
import { removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'
import { joinHashes } from '#lib/domain/film/film-hashes'
import { judgeFilm } from '#lib/services/media/judge-film'
import { type Film, loadFilm } from '#lib/services/media/load-film'
import { isUnchecked, isUncheckedRow } from '#lib/services/media/not-checked'
import { storeOriginal, withOriginal } from '#lib/services/media/original'
import { recordSubmission } from '#lib/services/media/record-submission'
import { withWorkFolder } from '#lib/services/media/work-folder'

type Ctx = Pick<Context, 'env' | 'db' | 'log' | 'storage'>
type Verdict = {
  status: 'pass' | 'fail'
  report: QualityReport
  /** `undefined` for an unreadable file. It gets no preview either. */
  fingerprint: Uint8Array | undefined
  pictureHashes: readonly Uint8Array[]
}

/**
 * Stores a submitted film and judges its quality. Safe to repeat after any crash: the original has one storage key, and the first
 * verdict stays.
 *
 * @throws an error that is not caused by the film: an unavailable store, an ffmpeg that does not work
 */
export async function runInspect(args: {
  ctx: Ctx
  input: { submissionId: string }
  signal: AbortSignal
}): Promise<void> {
  const { ctx, input, signal } = args
  const { submissionId } = input
  const film = await loadFilm(ctx, submissionId)
  await storeOriginal(ctx, film)
  if (film.submission.qualityStatus === 'pending' || isUnchecked(film.submission.quality)) {
    const verdict = await withWorkFolder(ctx, { name: 'inspect', submissionId }, (folder) =>
      withOriginal(ctx, film, folder, (path) => inspect(ctx, film, { path, folder, signal })),
    )
    signal.throwIfAborted()
    const recorded = await ctx.db.transaction((tx) => record(tx, submissionId, verdict))
    if (recorded) ctx.log.info({ submissionId, quality: verdict.status }, 'film checked')
  }
  // Removed last: until the verdict is recorded, another attempt may read it here.
  await removeStaged(stagedPath(ctx.env.media.folder, film.file.uploadId))
}

async function inspect(
  ctx: Ctx,
  film: Film,
  at: { path: string; folder: string; signal: AbortSignal },
): Promise<Verdict> {
  const found = await inspectVideo(at)
  if (found.kind === 'unreadable') {
    const report = { reasons: found.reasons, warnings: [], figures: {} }
    return { status: 'fail', report, fingerprint: undefined, pictureHashes: [] }
  }
  const { figures, fingerprint, pictureHashes } = found
  const { verdict, reasons, warnings } = await judgeFilm(ctx, film, found)
  return { status: verdict, report: { reasons, warnings, figures }, fingerprint, pictureHashes }
}

/** @returns false when there is a verdict already */
async function record(tx: Tx, submissionId: string, verdict: Verdict): Promise<boolean> {
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
    await askJob({ tx, name: 'preview', submissionId })
  }
  const codes = report.reasons.map(({ code }) => code)
  await recordSubmission(tx, submissionId, 'inspected', { quality: status, reasons: codes })
  return true
}
