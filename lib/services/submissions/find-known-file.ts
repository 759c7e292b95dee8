import 'server-only'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import type { Db, Tx } from '#lib/adapters/db'
import type { KnownFile } from '#lib/domain/film/known-file'

/** Who submitted a file before, or that it is a capture; `undefined` if neither. */
export async function findKnownFile(args: {
  db: Db | Tx
  input: { sha256: Uint8Array; wallet: string }
}): Promise<KnownFile | undefined> {
  const { db, input } = args
  const { bountyId, contributor, submittedAt } = submission
  const [submitted] = await db
    .select({ bountyId, contributor, submittedAt })
    .from(submissionFile)
    .innerJoin(submission, eq(submission.submissionId, submissionFile.submissionId))
    .where(eq(submissionFile.sha256, input.sha256))
  if (submitted)
    return submitted.contributor === input.wallet.toLowerCase()
      ? { by: 'same_wallet', bountyId: submitted.bountyId, submittedAt: submitted.submittedAt }
      : { by: 'another_wallet' }
  const [captured] = await db
    .select({ sha256: capture.sha256 })
    .from(capture)
    .where(eq(capture.sha256, input.sha256))
  return captured && { by: 'archive' }
}
