import 'server-only'
import { and, inArray, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { moderation } from '#db/schema/moderation'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { PosterRecord } from '#lib/schemas/board'

export const noRecord: PosterRecord = { accepted: 0, cancelled: 0, expired_with_submissions: 0 }

/**
 * Counts how the bounties of some payers ended, in one query. A cancellation by an operator does not count. A payer who accepted in
 * time is not blamed for a late release.
 *
 * @param input.payers lower case
 * @returns by payer; payers without bounties are missing
 */
export async function countPosterRecords(args: {
  ctx: Pick<Context, 'db'>
  input: { payers: readonly string[] }
}): Promise<Map<string, PosterRecord>> {
  const payers = [...new Set(args.input.payers)]
  if (payers.length === 0) return new Map()
  const handedIn = sql`exists (select from ${submission} where ${submission.bountyId} = ${bounty.bountyId})`
  const byOperator = sql`exists (
    select from ${moderation}
    where ${moderation.kind} = 'bounty' and ${moderation.subjectId} = ${bounty.bountyId} and ${moderation.measure} = 'cancelled')`
  const counted = await args.ctx.db
    .select({
      payer: bounty.payer,
      accepted: countOf(sql`${bounty.state} in ('accepting', 'accepted')`),
      cancelled: countOf(sql`${bounty.state} in ('cancelling', 'cancelled') and not ${byOperator}`),
      expired_with_submissions: countOf(
        sql`${bounty.state} in ('expired', 'expired_refunded') and ${bounty.acceptedSubmissionId} is null and ${handedIn}`,
      ),
    })
    .from(bounty)
    .where(
      and(
        inArray(bounty.payer, payers),
        sql`${bounty.state} in ('accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded')`,
      ),
    )
    .groupBy(bounty.payer)
  return new Map(counted.map(({ payer, ...record }) => [payer, record]))
}

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
