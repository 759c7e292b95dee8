import 'server-only'
import { asc, eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Db, Tx } from '#lib/adapters/db'
import type { SubmissionRow } from '#lib/services/bounties/describe-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'

/** A bounty with its submissions, the oldest first, as of one moment. */
export async function loadBounty(
  db: Db | Tx,
  bountyId: string,
): Promise<{ row: BountyRow; submissions: SubmissionRow[] } | undefined> {
  const found = await db
    .select({ row: bounty, submitted: submission })
    .from(bounty)
    .leftJoin(submission, eq(submission.bountyId, bounty.bountyId))
    .where(eq(bounty.bountyId, bountyId))
    .orderBy(asc(submission.submittedAt), asc(submission.submissionId))
  const [first] = found
  return first && { row: first.row, submissions: found.flatMap(({ submitted }) => submitted ?? []) }
}
