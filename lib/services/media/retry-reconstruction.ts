import 'server-only'
import { and, eq, exists, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { CairnError } from '#lib/domain/errors'
import { isPaidFor, noProgress } from '#lib/services/media/model-status'
import { recordSubmission } from '#lib/services/media/record-submission'

/**
 * Queues a failed model of an accepted submission again. For operators, on the command line.
 *
 * @throws CairnError `not_found`, or `conflict` when the model has not failed or its bounty was refunded
 */
export async function retryReconstruction(args: {
  ctx: Pick<Context, 'db' | 'log'>
  input: { submissionId: string }
}): Promise<void> {
  const { ctx, input } = args
  const { submissionId } = input
  await ctx.db.transaction((tx) => queueModelAgain({ tx, submissionId }))
  ctx.log.info({ submissionId }, 'model queued again')
}

/**
 * The same in the caller's transaction.
 *
 * @param args.set further columns to change
 * @throws CairnError `not_found`, `conflict`
 */
export async function queueModelAgain(args: {
  tx: Tx
  submissionId: string
  set?: PgUpdateSetSource<typeof submission>
}): Promise<void> {
  const { tx, submissionId, set = {} } = args
  const accepted = tx.select({ one: sql`1` }).from(bounty).where(isPaidFor(submissionId))
  const [changed] = await tx
    .update(submission)
    .set({ ...set, ...noProgress, reconstructionStatus: 'queued', reconstructionReason: null })
    .where(
      and(
        eq(submission.submissionId, submissionId),
        eq(submission.reconstructionStatus, 'failed'),
        exists(accepted),
      ),
    )
    .returning({ submissionId: submission.submissionId })
  if (!changed) {
    const [found] = await tx
      .select({ status: submission.reconstructionStatus })
      .from(submission)
      .where(eq(submission.submissionId, submissionId))
    if (!found) throw new CairnError('not_found', 'There is no such submission.')
    throw new CairnError(
      'conflict',
      found.status === 'failed'
        ? 'The money of its bounty went back, so no model of it is made.'
        : `Its model is ${found.status}: only a failed one is queued again.`,
    )
  }
  await queueJob({ tx, name: 'reconstruct', submissionId })
  await recordSubmission(tx, submissionId, 'model_queued_again')
}
