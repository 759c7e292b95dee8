import 'server-only'
import { asc, eq } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission, submissionFile } from '#db/schema/submission'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Db, Tx } from '#lib/adapters/db'
import type { BountyRow } from '#lib/services/bounties/transition'

/** A submission, with what is to be told of its film: `null` each where there is none. */
export type SubmittedRow = typeof submission.$inferSelect &
  Pick<NullableFile, 'originalKey' | 'mediaType' | 'byteLength'> & {
    /** The capture that its film became was withdrawn. */
    isWithdrawn: boolean
  }
type NullableFile = { [Column in keyof FileRow]: FileRow[Column] | null }
type FileRow = typeof submissionFile.$inferSelect

/** A bounty with its submissions, the oldest first, as of one moment. */
export async function loadBounty(
  db: Db | Tx,
  bountyId: string,
): Promise<{ row: BountyRow; submissions: SubmittedRow[] } | undefined> {
  const { originalKey, mediaType, byteLength } = submissionFile
  const found = await db
    .select({
      ...{ row: bounty, submitted: submission, file: { originalKey, mediaType, byteLength } },
      withdrawn: withdrawnCapture.sha256,
    })
    .from(bounty)
    .leftJoin(submission, eq(submission.bountyId, bounty.bountyId))
    .leftJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .leftJoin(withdrawnCapture, eq(withdrawnCapture.sha256, submissionFile.sha256))
    .where(eq(bounty.bountyId, bountyId))
    .orderBy(asc(submission.submittedAt), asc(submission.submissionId))
  const [first] = found
  const submissions = found.flatMap(({ submitted, file, withdrawn }) =>
    submitted ? [{ ...submitted, ...(file ?? noFile), isWithdrawn: withdrawn !== null }] : [],
  )
  return first && { row: first.row, submissions }
}

const noFile = { originalKey: null, mediaType: null, byteLength: null }
