import 'server-only'
import { submission } from '#db/schema/submission'
import { makePreview } from '#lib/adapters/media/make-preview'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { failPreview, isPreviewPending } from '#lib/services/media/fail-preview'
import { askForecast } from '#lib/services/media/forecast-status'
import { type Film, type FilmContext, type FilmJob, loadFilm } from '#lib/services/media/load-film'
import { withOriginal } from '#lib/services/media/original'
import { recordSubmission } from '#lib/services/media/record-submission'
import { storageKey } from '#lib/services/media/storage-key'
import { withWorkFolder } from '#lib/services/media/work-folder'

type Keys = { previewKey: string; posterKey: string }

/** After this many failures of a program on a film, no further attempt is made. */
const toolAttempts = 3

/**
 * Makes and stores the watermarked clip and its poster. Safe to repeat: each has one storage key.
 *
 * @throws an error that another attempt may not have
 */
export async function runPreview({ ctx, input, signal }: FilmJob): Promise<void> {
  const { submissionId, attempt } = input
  const film = await loadFilm(ctx, submissionId)
  if (film.submission.previewStatus !== 'pending') return
  const fail = (reason: string) => ctx.db.transaction((tx) => failPreview(tx, submissionId, reason))
  if (film.file.mediaType === null) return fail('the file is not a film')
  try {
    const keys = await withWorkFolder(ctx, { name: 'preview', submissionId }, (folder) =>
      withOriginal(ctx, film, folder, (path) => make(ctx, film, { path, folder, signal })),
    )
    await finish(ctx, submissionId, keys)
  } catch (error) {
    if (signal.aborted || !(error instanceof ToolFailed) || attempt < toolAttempts) throw error
    ctx.log.error({ submissionId, error: error.message }, 'no preview can be made')
    await fail(error.message)
  }
}

async function make(
  ctx: FilmContext,
  { submission: { submissionId, bountyId } }: Film,
  at: { path: string; folder: string; signal: AbortSignal },
): Promise<Keys> {
  const { clip, poster } = await makePreview({ ...at, text: bountyId })
  const keys = {
    previewKey: storageKey(ctx.env, { kind: 'previews', submissionId, type: 'video/mp4' }),
    posterKey: storageKey(ctx.env, { kind: 'posters', submissionId, type: 'image/jpeg' }),
  }
  await ctx.storage.put({ key: keys.previewKey, path: clip, type: 'video/mp4' })
  await ctx.storage.put({ key: keys.posterKey, path: poster, type: 'image/jpeg' })
  return keys
}

async function finish(ctx: FilmContext, submissionId: string, keys: Keys): Promise<void> {
  const finished = await ctx.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(submission)
      .set({ previewStatus: 'ready', ...keys })
      .where(isPreviewPending(submissionId))
      .returning({ submissionId: submission.submissionId })
    if (changed) {
      await recordSubmission(tx, submissionId, 'preview_ready')
      await askForecast(ctx, { tx, submissionId })
    }
    return changed !== undefined
  })
  if (finished) ctx.log.info({ submissionId }, 'preview ready')
}
