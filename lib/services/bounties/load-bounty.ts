import 'server-only'
import { asc, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { bountyHindrance } from '#db/schema/bounty-hindrance'
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
export type LoadedBounty = {
  row: BountyRow
  /** True from its deadline on, by the service's clock in the database, as `beforeDeadline` has it. */
  isOver: boolean
  /** Why it goes no further, as a worker last found it. */
  hindrance: typeof bountyHindrance.$inferSelect | null
  submissions: SubmittedRow[]
}

export async function loadBounty(db: Db | Tx, bountyId: string): Promise<LoadedBounty | undefined> {
  const { originalKey, mediaType, byteLength } = submissionFile
  const found = await db
    .select({
      ...{ row: bounty, submitted: submission, file: { originalKey, mediaType, byteLength } },
      withdrawn: withdrawnCapture.sha256,
      isOver: sql<boolean>`service_now() >= ${bounty.deadline}`,
      hindrance: bountyHindrance,
    })
    .from(bounty)
    .leftJoin(bountyHindrance, eq(bountyHindrance.bountyId, bounty.bountyId))
    .leftJoin(submission, eq(submission.bountyId, bounty.bountyId))
    .leftJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .leftJoin(withdrawnCapture, eq(withdrawnCapture.sha256, submissionFile.sha256))
    .where(eq(bounty.bountyId, bountyId))
    .orderBy(asc(submission.submittedAt), asc(submission.submissionId))
  const [first] = found
  const submissions = found.flatMap(({ submitted, file, withdrawn }) =>
    submitted ? [{ ...submitted, ...(file ?? noFile), isWithdrawn: withdrawn !== null }] : [],
  )
  return first && { row: first.row, isOver: first.isOver, hindrance: first.hindrance, submissions }
}

const noFile = { originalKey: null, mediaType: null, byteLength: null }
