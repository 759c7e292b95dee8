import 'server-only'
import { and, eq } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { ReconstructionProgress } from '#lib/domain/film/reconstruction'

const everyMs = 1_000

/**
 * Writes the progress of a model to the database, at most once a second and always the latest. A failed write is ignored: it is not
 * worth losing the model.
 */
export function progressWriter(ctx: Pick<Context, 'db'>, submissionId: string) {
  let latest: ReconstructionProgress | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const flush = () => {
    timer = undefined
    if (!latest) return
    const { stage, fraction } = latest
    latest = undefined
    timer = setTimeout(flush, everyMs)
    writing = ctx.db
      .update(submission)
      .set({
        reconstructionStage: stage,
        reconstructionPercent: Math.floor(Math.min(1, Math.max(0, fraction)) * 100),
      })
      .where(and(eq(submission.submissionId, submissionId), eq(submission.reconstructionStatus, 'running')))
      .then(
        () => {},
        () => {},
      )
  }
  return {
    write: (progress: ReconstructionProgress) => {
      latest = progress
      if (!timer) flush()
    },
    /** Stops writing; resolves when the last write has ended. */
    end: () => {
      clearTimeout(timer)
      latest = undefined
      timer = undefined
      return writing
    },
  }
}
