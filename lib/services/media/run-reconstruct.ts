import 'server-only'
import { submission } from '#db/schema/submission'
import { modelAttempts } from '#lib/adapters/jobs'
import { EngineFailed, EngineMissing, reconstruct } from '#lib/adapters/reconstruction/reconstruct'
import { causeOf, type EngineEnd, failureText, isLikelyToRepeat } from '#lib/domain/film/model-failure'
import { toHex } from '#lib/domain/proof/leaf'
import { errorMessage } from '#lib/domain/text/error-message'
import { type Film, type FilmContext, type FilmJob, loadFilm } from '#lib/services/media/load-film'
import { AttemptReplaced, removeModelFolders, withModelFolder } from '#lib/services/media/model-folder'
import { cancelModel, failModel, isUnderWay } from '#lib/services/media/model-status'
import { withOriginal } from '#lib/services/media/original'
import { progressWriter } from '#lib/services/media/progress-writer'
import { recordSubmission } from '#lib/services/media/record-submission'
import { storeModel } from '#lib/services/media/store-model'

/** For a failure that is likely to repeat. Others get all attempts of the queue. */
const repeatingAttempts = 2

/**
 * Makes and stores the model of an accepted submission, unless its bounty was refunded meanwhile. Safe to repeat after any crash:
 * the first recorded result stays, and stages that an earlier attempt finished are not repeated.
 *
 * @throws an error that another attempt may not have
 */
export async function runReconstruct({ ctx, input, signal }: FilmJob): Promise<void> {
  const { submissionId, attempt } = input
  const film = await loadFilm(ctx, submissionId)
  const { reconstructionStatus } = film.submission
  if (reconstructionStatus !== 'queued' && reconstructionStatus !== 'running') return
  if (!film.isAccepted) {
    await ctx.db.transaction((tx) => cancelModel(tx, submissionId))
    return removeModelFolders(ctx, submissionId)
  }
  await begin(ctx, submissionId)
  try {
    const use = (paths: { folder: string; work: string }) =>
      withOriginal(ctx, film, paths.folder, (video) => make(ctx, film, { ...paths, video, signal }))
    await withModelFolder({ ctx, submissionId, use })
  } catch (error) {
    if (signal.aborted || error instanceof AttemptReplaced) throw error
    const reason = finalReason(ctx, { error, attempt, submissionId })
    if (reason === undefined) throw error
    await giveUp(ctx, submissionId, reason)
    await removeModelFolders(ctx, submissionId)
  }
}

/** @returns why there is no model; `undefined` if another attempt may succeed */
function finalReason(
  ctx: FilmContext,
  { error, attempt, submissionId }: { error: unknown; attempt: number; submissionId: string },
): string | undefined {
  if (error instanceof EngineMissing)
    return `${error.message}. When it is installed, the model can be tried again.`
  const end = error instanceof EngineFailed ? error.end : endOf(error)
  const isLast = attempt >= (isLikelyToRepeat(causeOf(end)) ? repeatingAttempts : modelAttempts)
  if (!isLast) return undefined
  ctx.log.error({ submissionId, cause: causeOf(end), error: end.text }, 'making the model failed for good')
  return failureText(end)
}

/** A failure of this service: of its store, its database or its disk. */
function endOf(error: unknown): EngineEnd {
  return { how: 'other', text: errorMessage(error), sawOutOfMemory: false, stage: undefined }
}

async function begin(ctx: FilmContext, submissionId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(submission)
      .set({ reconstructionStatus: 'running', reconstructionReason: null })
      .where(isUnderWay(submissionId))
    await recordSubmission(tx, submissionId, 'model_started')
  })
}

async function make(
  ctx: FilmContext,
  film: Film,
  at: { video: string; folder: string; work: string; signal: AbortSignal },
): Promise<void> {
  const { submissionId, bountyId, reconstructionMode, reconstructionProgress } = film.submission
  const progress = progressWriter({ ctx, submissionId, shown: reconstructionProgress ?? 0 })
  const made = await reconstruct({
    video: at.video,
    work: at.work,
    out: `${at.folder}/out`,
    mode: reconstructionMode,
    lineage: { captureSha256: toHex(film.file.sha256).slice(2), submissionId, bountyId },
    command: ctx.env.media.reconstructionCommand,
    enginePaths: ctx.env.media.reconstructionPaths,
    atOnce: ctx.env.media.modelJobs,
    signal: at.signal,
    onProgress: progress.write,
  }).finally(progress.end)
  at.signal.throwIfAborted()
  if (made.kind === 'impossible') await giveUp(ctx, submissionId, made.reason)
  else await storeModel(ctx, submissionId, made)
}

async function giveUp(ctx: FilmContext, submissionId: string, reason: string): Promise<void> {
  await ctx.db.transaction((tx) => failModel(tx, submissionId, reason))
  ctx.log.warn({ submissionId, reason }, 'no model could be made of the film')
}
