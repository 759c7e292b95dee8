import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { addProgress, type ModelProgress } from '#lib/domain/film/model-progress'
import type { ReconstructionProgress } from '#lib/domain/film/reconstruction'

const everyMs = 1_000

/**
 * Writes the progress of an attempt at a model to the database, at most once a second and always the latest. A failed write is ignored:
 * it is not worth losing the model.
 *
 * @param args.shown the progress that earlier attempts showed, 0 to 1
 */
export function progressWriter(args: { ctx: Pick<Context, 'db'>; submissionId: string; shown: number }) {
  const { ctx, submissionId, shown } = args
  let current: ModelProgress | undefined
  let written: ModelProgress | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = () => {
    timer = undefined
    if (!current || current === written) return
    const { stage, fraction, shown, start } = current
    const isNewStart = start !== written?.start
    written = current
    timer = setTimeout(flush, everyMs)
    writing = ctx.db
      .update(submission)
      .set({
        reconstructionStage: stage,
        reconstructionPercent: Math.floor(fraction * 100),
        reconstructionProgress: shown,
        ...(isNewStart && { reconstructionStart: start, reconstructionStartedAt: sql`clock_timestamp()` }),
      })
      .where(and(eq(submission.submissionId, submissionId), eq(submission.reconstructionStatus, 'running')))
      .then(
        () => {},
        () => {},
      )
  }
  return {
    write: (progress: ReconstructionProgress) => {
      current = addProgress(current, shown, progress)
      if (!timer) flush()
    },
    /** The stage of the attempt. */
    stage: () => current?.stage,
    /** Stops writing; resolves when the last write has ended. */
    end: () => {
      clearTimeout(timer)
      written = current
      timer = undefined
      return writing
    },
  }
}
