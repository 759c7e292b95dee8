import 'server-only'
import { eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'

export type Film = {
  submission: typeof submission.$inferSelect
  file: typeof submissionFile.$inferSelect
  /** True if the bounty pays, or has paid, the contributor. */
  isAccepted: boolean
}

export type FilmContext = Pick<Context, 'env' | 'db' | 'log' | 'storage'>

/** The arguments of a job on a film. */
export type FilmJob = {
  ctx: FilmContext
  input: {
    submissionId: string
    /** Counts from 1. */
    attempt: number
  }
  signal: AbortSignal
}

/** Loads a submission with its film. @throws Error if it does not exist */
export async function loadFilm(ctx: Pick<Context, 'db'>, submissionId: string): Promise<Film> {
  const [row] = await ctx.db
    .select({ submission, file: submissionFile, state: bounty.state, accepted: bounty.acceptedSubmissionId })
    .from(submission)
    .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(eq(submission.submissionId, submissionId))
  if (!row) throw new Error(`there is no film of submission ${submissionId}`)
  const isAccepted = row.accepted === submissionId && (row.state === 'accepting' || row.state === 'accepted')
  return { submission: row.submission, file: row.file, isAccepted }
}
