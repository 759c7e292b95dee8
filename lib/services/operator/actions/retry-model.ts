import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { submission } from '#db/schema/submission'
import { CairnError } from '#lib/domain/errors'
import { queueModelAgain } from '#lib/services/media/retry-reconstruction'
import { defineAction } from '#lib/services/operator/action'

/** Queues a failed model again, also if its job was deleted. */
export const retryModel = defineAction({
  name: 'retry_model',
  input: z.object({ submission_id: z.string().max(64) }),
  subjectOf: ({ submission_id: id }) => ({ kind: 'submission', id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const [found] = await ctx.db
      .select({ status: submission.reconstructionStatus, reason: submission.reconstructionReason })
      .from(submission)
      .where(eq(submission.submissionId, input.submission_id))
    if (!found) throw new CairnError('not_found', 'There is no submission with this id.')
    return {
      title: 'Make the model again',
      effect: `A worker makes the model of submission ${input.submission_id} from its film once more; that takes minutes. No money is moved by this.`,
      guard: 'Its model has failed, and its bounty pays or has paid for it.',
      refusal:
        found.status === 'failed' ? null : `Its model is ${found.status}: only a failed one is queued again.`,
    }
  },
  run: async ({ tx, input }) => {
    await queueModelAgain({ tx, submissionId: input.submission_id })
    return { result: {} }
  },
})
