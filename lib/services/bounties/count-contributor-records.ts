import 'server-only'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Db, Tx } from '#lib/adapters/db'
import type { ContributorRecord } from '#lib/schemas/contributor-record'

export const noContributorRecord: ContributorRecord = { submitted: 0, accepted: 0, declined: 0 }

/**
 * Counts the submissions of some contributors over all bounties, and those that were accepted and declined, in one query. Bounties that
 * the contributor's own wallet paid for do not count: nobody else decided about those films.
 *
 * @param input.contributors lower case
 * @returns by contributor
 */
export async function countContributorRecords(args: {
  db: Db | Tx
  input: { contributors: readonly string[] }
}): Promise<Map<string, ContributorRecord>> {
  const contributors = [...new Set(args.input.contributors)]
  if (contributors.length === 0) return new Map()
  const isAccepted = sql`${bounty.acceptedSubmissionId} = ${submission.submissionId} and ${bounty.state} in ('accepting', 'accepted')`
  const counted = await args.db
    .select({
      contributor: submission.contributor,
      submitted: sql<number>`count(*)`.mapWith(Number),
      accepted: sql<number>`count(*) filter (where ${isAccepted})`.mapWith(Number),
      declined: sql<number>`count(${submission.declinedAt})`.mapWith(Number),
    })
    .from(submission)
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(and(inArray(submission.contributor, contributors), ne(bounty.payer, submission.contributor)))
    .groupBy(submission.contributor)
  return new Map(counted.map(({ contributor, ...record }) => [contributor, record]))
}
