import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { sharedModel } from '#db/schema/shared-model'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import type { SharedModel } from '#lib/schemas/shared-model'
import { modelPageUrl } from '#lib/services/models/page-url'
import { hiddenOf, isHidden, measuresOf } from '#lib/services/reports/measures'

/**
 * Publishes the page of a delivered model, or withdraws it. Both may be repeated. The id of a page is random, and another one after
 * each withdrawal, so that an old link never opens it again. The caller has checked the access.
 *
 * @throws CairnError `not_found` when there is no model to publish; `conflict` while an operator hides its page
 */
export async function shareModel(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { bountyId: string; shared: boolean }
}): Promise<SharedModel> {
  const { ctx, input } = args
  const { bountyId, shared } = input
  if (!shared) {
    await ctx.db.delete(sharedModel).where(eq(sharedModel.bountyId, bountyId))
    return { page_url: null }
  }
  const [found] = await ctx.db
    .select({ bountyId: bounty.bountyId, taken: measuresOf([['model', bounty.bountyId]]) })
    .from(bounty)
    .innerJoin(submission, eq(submission.submissionId, bounty.acceptedSubmissionId))
    .where(
      and(
        eq(bounty.bountyId, bountyId),
        eq(bounty.state, 'accepted'),
        eq(submission.reconstructionStatus, 'ready'),
      ),
    )
  if (!found) throw new CairnError('not_found', 'This bounty has no 3D model to share yet.')
  const hidden = hiddenOf(found.taken, 'model')
  if (hidden)
    throw new CairnError('conflict', `An operator has hidden the page of this model: ${hidden.reason}`)
  const pageId = `mdl_${randomBytes(16).toString('hex')}`
  await ctx.db.insert(sharedModel).values({ bountyId, pageId }).onConflictDoNothing()
  return { page_url: await findPage({ ctx, input }) }
}

/** The page of a bounty's model, if it is published. */
export async function findPage(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { bountyId: string }
}): Promise<string | null> {
  const { ctx, input } = args
  const [page] = await ctx.db
    .select({ pageId: sharedModel.pageId })
    .from(sharedModel)
    .where(and(eq(sharedModel.bountyId, input.bountyId), sql`not ${isHidden('model', sharedModel.bountyId)}`))
  return page ? modelPageUrl(ctx.env, page.pageId) : null
}
