import 'server-only'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { ModelUnusable } from '#lib/adapters/reconstruction/check-glb'
import { InvalidCommand } from '#lib/adapters/reconstruction/engine-command'
import { EngineMissing, reconstruct } from '#lib/adapters/reconstruction/reconstruct'
import { toHex } from '#lib/domain/proof/leaf'
import { type Film, loadFilm } from '#lib/services/media/load-film'
import { cancelModel, failModel, isUnderWay } from '#lib/services/media/model-status'
import { withOriginal } from '#lib/services/media/original'
import { progressWriter } from '#lib/services/media/progress-writer'
import { recordSubmission } from '#lib/services/media/record-submission'
import { storeModel } from '#lib/services/media/store-model'
import { withWorkFolder } from '#lib/services/media/work-folder'

type Ctx = Pick<Context, 'env' | 'db' | 'log' | 'storage'>

/** Fewer than for a preview, because each attempt takes minutes. */
const engineAttempts = 2
const engineBroke = 'The program that makes models failed on this film. An operator can queue it again.'

/**
 * Makes and stores the model of an accepted submission, unless its bounty was refunded meanwhile. Safe to repeat after any crash:
 * the first recorded result stays.
 *
 * @param args.attempt counts from 1
 * @throws an error that another attempt may not have
 */
export async function runReconstruct(args: {
  ctx: Ctx
  input: { submissionId: string; attempt: number }
  signal: AbortSignal
}): Promise<void> {
  const { ctx, input, signal } = args
  const { submissionId, attempt } = input
  const film = await loadFilm(ctx, submissionId)
  const { reconstructionStatus } = film.submission
  if (reconstructionStatus !== 'queued' && reconstructionStatus !== 'running') return
  if (!film.isAccepted) return ctx.db.transaction((tx) => cancelModel(tx, submissionId))
  await begin(ctx, submissionId)
  try {
    await withWorkFolder(ctx, { name: 'reconstruct', submissionId }, (folder) =>
      withOriginal(ctx, film, folder, (video) => make(ctx, film, { video, folder, signal })),
    )
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof EngineMissing)
      return giveUp(ctx, submissionId, `${error.message}. An operator can queue it again.`)
    if (!isLikelyToRepeat(error) || attempt < engineAttempts) throw error
    ctx.log.error({ submissionId, error: error.message }, 'no model can be made')
    await giveUp(ctx, submissionId, engineBroke)
  }
}

async function begin(ctx: Ctx, submissionId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(submission)
      .set({
        reconstructionStatus: 'running',
        reconstructionStage: null,
        reconstructionPercent: null,
        reconstructionReason: null,
      })
      .where(isUnderWay(submissionId))
    await recordSubmission(tx, submissionId, 'model_started')
  })
}

async function make(
  ctx: Ctx,
  film: Film,
  at: { video: string; folder: string; signal: AbortSignal },
): Promise<void> {
  const { submissionId, bountyId } = film.submission
  const progress = progressWriter(ctx, submissionId)
  const made = await reconstruct({
    video: at.video,
    work: `${at.folder}/work`,
    out: `${at.folder}/out`,
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

async function giveUp(ctx: Ctx, submissionId: string, reason: string): Promise<void> {
  await ctx.db.transaction((tx) => failModel(tx, submissionId, reason))
  ctx.log.warn({ submissionId, reason }, 'no model')
}

/** True for errors of the engine, which are likely to repeat, unlike those of a store or a database. */
function isLikelyToRepeat(error: unknown): error is Error {
  return error instanceof ToolFailed || error instanceof ModelUnusable || error instanceof InvalidCommand
}
