import 'server-only'
import { asc, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import { tree } from '#db/schema/tree'
import { type UploadFacts, upload } from '#db/schema/upload'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Db, Tx } from '#lib/adapters/db'
import type { EarlierFilm } from '#lib/domain/film/earlier-film'
import type { Credentials } from '#lib/domain/proof/credentials'
import type { ContributorRecord } from '#lib/schemas/contributor-record'
import {
  countContributorRecords,
  noContributorRecord,
} from '#lib/services/bounties/count-contributor-records'
import type { BountyRow } from '#lib/services/bounties/transition'
import { earlierFilms } from '#lib/services/likeness/earlier-films'
import { measuresOf, type TakenMeasure } from '#lib/services/reports/measures'
import type { ClaimColumns } from '#lib/services/submissions/describe-claims'
import type { ProofColumns } from '#lib/services/submissions/describe-proof'

// A bounty with its submissions, as stored.

/** A submission with the displayed fields of its film; `null` if they are missing. */
export type SubmittedRow = typeof submission.$inferSelect &
  Pick<NullableFile, 'sha256' | 'originalKey' | 'mediaType' | 'byteLength' | keyof ClaimColumns> & {
    /** The capture that its film became was withdrawn. */
    isWithdrawn: boolean
    proof: ProofColumns
    /** What operators did about it, or about its contributor. */
    taken: TakenMeasure[]
    /** What its contributor did so far, as the poster of the bounty sees it. */
    record: ContributorRecord
    /** Seconds since the current attempt at its model started; `null` without one. */
    modelSeconds: number | null
    /** The verdict on its Content Credentials; `null` if they were not read. */
    credentials: Credentials | null
    /** The earlier films that its findings are about. */
    earlier: EarlierFilm[]
  }
type NullableFile = { [Column in keyof FileRow]: FileRow[Column] | null }
type FileRow = typeof submissionFile.$inferSelect

/** A bounty with its submissions, the oldest first, as of one moment. */
export type LoadedBounty = {
  row: BountyRow
  /** True from its deadline on, by the service's clock in the database, as `beforeDeadline` has it. */
  isOver: boolean
  /** Why it makes no progress, as a worker last found it. */
  blocker: typeof bountyBlocker.$inferSelect | null
  /** The measures of operators about it, the page of its model, or its poster. */
  taken: TakenMeasure[]
  submissions: SubmittedRow[]
}

export async function loadBounty(db: Db | Tx, bountyId: string): Promise<LoadedBounty | undefined> {
  // A member that is never null must be first: drizzle treats a row as missing if its first member is null.
  const { byteLength, sha256, originalKey, mediaType, cell, capturedAt } = submissionFile
  const { placeFrom, timeFrom, placeMatch, timeMatch } = submissionFile
  const claims = { cell, capturedAt, placeFrom, timeFrom, placeMatch, timeMatch }
  const file = { byteLength, sha256, originalKey, mediaType, ...claims }
  const found = await db
    .select({
      row: bounty,
      submitted: submission,
      file,
      withdrawn: withdrawnCapture.sha256,
      deliveredAt: submissionFile.deliveredAt,
      treeId: capture.treeId,
      treeState: tree.state,
      modelSeconds: sql<
        number | null
      >`extract(epoch from clock_timestamp() - ${submission.reconstructionStartedAt})::float8`,
      facts: upload.facts,
      isOver: sql<boolean>`service_now() >= ${bounty.deadline}`,
      blocker: bountyBlocker,
      taken: measuresOfBounty,
      earlier: earlierFilms,
      filmTaken: measuresOf([
        ['submission', submission.submissionId],
        ['wallet', submission.contributor],
      ]),
    })
    .from(bounty)
    .leftJoin(bountyBlocker, eq(bountyBlocker.bountyId, bounty.bountyId))
    .leftJoin(submission, eq(submission.bountyId, bounty.bountyId))
    .leftJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
    .leftJoin(upload, eq(upload.uploadId, submissionFile.uploadId))
    .leftJoin(withdrawnCapture, eq(withdrawnCapture.sha256, submissionFile.sha256))
    .leftJoin(capture, eq(capture.sha256, submissionFile.sha256))
    .leftJoin(tree, eq(tree.treeId, capture.treeId))
    .where(eq(bounty.bountyId, bountyId))
    .orderBy(asc(submission.submittedAt), asc(submission.submissionId))
  const [first] = found
  const contributors = found.flatMap(({ submitted }) => (submitted ? [submitted.contributor] : []))
  const records = await countContributorRecords({
    db,
    input: { contributors, ...(first && { viewer: first.row.payer }) },
  })
  const recordOf = (contributor: string) => records.get(contributor) ?? noContributorRecord
  const submissions = found.flatMap(
    ({
      submitted,
      file,
      withdrawn,
      facts,
      modelSeconds,
      deliveredAt,
      treeId,
      treeState,
      filmTaken,
      earlier,
    }) =>
      submitted
        ? [
            {
              ...submitted,
              ...(file ?? noFile),
              isWithdrawn: withdrawn !== null,
              proof: { deliveredAt, treeId, treeState },
              taken: filmTaken,
              modelSeconds,
              record: recordOf(submitted.contributor),
              credentials: credentialsIn(facts),
              earlier,
            },
          ]
        : [],
  )
  if (!first) return undefined
  const { row, isOver, blocker, taken } = first
  return { row, isOver, blocker, taken, submissions }
}

const noClaims = {
  cell: null,
  capturedAt: null,
  placeFrom: null,
  timeFrom: null,
  placeMatch: null,
  timeMatch: null,
}
const noFile = { sha256: null, originalKey: null, mediaType: null, byteLength: null, ...noClaims }

/** The measures of operators about a bounty, the page of its model, or its poster: a column of a query. */
export const measuresOfBounty = measuresOf([
  ['bounty', bounty.bountyId],
  ['model', bounty.bountyId],
  ['wallet', bounty.payer],
])

/** The verdict on the Content Credentials of a film; `null` if the film has not been read. */
export function credentialsIn(facts: UploadFacts | null): Credentials | null {
  return facts && 'credentials' in facts ? (facts.credentials ?? null) : null
}
