import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import type { ModeratedFacts } from '#lib/domain/moderation/moderation'
import type { hideableKinds } from '#lib/domain/moderation/report'
import type { BountyRow } from '#lib/services/bounties/transition'
import { isHidden } from '#lib/services/reports/measures'

export type Moderated = { facts: ModeratedFacts; bounty: BountyRow }

/**
 * Reads what decides about measures on a subject.
 *
 * @param input.id of a bounty or submission; for a model, of its bounty
 * @throws CairnError `not_found`
 */
export async function findModerated(args: {
  ctx: Pick<Context, 'db'>
  input: { kind: (typeof hideableKinds)[number]; id: string }
}): Promise<Moderated> {
  const { ctx, input } = args
  const { kind, id } = input
  const [found] = await ctx.db
    .select({
      bounty,
      isOver: sql<boolean>`service_now() >= ${bounty.deadline}`,
      isHidden: sql<boolean>`${isHidden(kind, sql`${id}`)}`,
    })
    .from(bounty)
    .leftJoin(submission, and(sql`${kind === 'submission'}`, eq(submission.submissionId, id)))
    .where(kind === 'submission' ? eq(bounty.bountyId, submission.bountyId) : eq(bounty.bountyId, id))
  if (!found) throw new CairnError('not_found', `There is no ${kind} ${id}.`, { field: 'id' })
  const { bounty: moderated, ...state } = found
  return { facts: { kind, bountyState: moderated.state, ...state }, bounty: moderated }
}
