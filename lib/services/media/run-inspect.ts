import 'server-only'
import { inspectVideo } from '#lib/adapters/media/inspect-video'
import { removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'
import { judgeFilm } from '#lib/services/media/judge-film'
import { type Film, type FilmContext, loadFilm } from '#lib/services/media/load-film'
import { storeOriginal, withOriginal } from '#lib/services/media/original'
import { type FilmVerdict, recordVerdict } from '#lib/services/media/record-verdict'
import { isUnchecked } from '#lib/services/media/unchecked-film'
import { withWorkFolder } from '#lib/services/media/work-folder'

/**
 * Stores a submitted film and judges its quality. Safe to repeat after any crash: the original has one storage key, and the first
 * verdict stays.
 *
 * @throws an error that is not caused by the film: an unavailable store, an ffmpeg that does not work
 */
export async function runInspect(args: {
  ctx: FilmContext
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
    const recorded = await ctx.db.transaction((tx) => recordVerdict(tx, submissionId, verdict))
    if (recorded) ctx.log.info({ submissionId, quality: verdict.status }, 'film checked')
  }
  // Removed last: until the verdict is recorded, another attempt may read it here.
  await removeStaged(stagedPath(ctx.env.media.folder, film.file.uploadId))
}

async function inspect(
  ctx: FilmContext,
  film: Film,
  at: { path: string; folder: string; signal: AbortSignal },
): Promise<FilmVerdict> {
  const found = await inspectVideo(at)
  if (found.kind === 'unreadable') {
    const report = { reasons: found.reasons, warnings: [], figures: {} }
    return { status: 'fail', report, fingerprint: undefined, pictureHashes: [] }
  }
  const { figures, fingerprint, pictureHashes } = found
  const { verdict, reasons, warnings } = await judgeFilm(ctx, film, found)
  return { status: verdict, report: { reasons, warnings, figures }, fingerprint, pictureHashes }
}
