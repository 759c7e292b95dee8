import 'server-only'
import { and, eq } from 'drizzle-orm'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import type { OwnSubmission } from '#lib/schemas/submission'
import { describeOwnSubmission, selectSubmissions } from '#lib/services/submissions/describe-submission'

/**
 * A submission of a wallet.
 *
 * @throws CairnError `not_found` also for a submission of another wallet
 */
export async function getSubmission(args: {
  ctx: Pick<Context, 'env' | 'db' | 'clock' | 'storage'>
  input: { submissionId: string; contributor: string }
}): Promise<OwnSubmission> {
  const { ctx, input } = args
  const { submissionId, contributor } = input
  const isOwn = and(
    eq(submission.submissionId, submissionId),
    eq(submission.contributor, contributor.toLowerCase()),
  )
  const [found] = couldBeId(submissionId) ? await selectSubmissions(ctx.db).where(isOwn) : []
  if (!found) throw new CairnError('not_found', 'You have no such submission.')
  return describeOwnSubmission({ ctx, found })
}
