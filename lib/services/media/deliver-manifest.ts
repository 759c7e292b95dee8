import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import type { Tx } from '#lib/adapters/db'

/**
 * Lets a model's manifest be anchored beside the capture it was made from, once both are there: called by whoever is second.
 * The film's row is locked first, so that of two at once the later one sees what the other did.
 */
export async function deliverManifest(tx: Tx, submissionId: string): Promise<void> {
  const [file] = await tx
    .select()
    .from(submissionFile)
    .where(eq(submissionFile.submissionId, submissionId))
    .for('update')
  const [model] = await tx
    .select({ manifestSha256: submission.manifestSha256 })
    .from(submission)
    .where(eq(submission.submissionId, submissionId))
  if (!file?.deliveredAt || !model?.manifestSha256) return
  await tx
    .insert(capture)
    .values({
      sha256: model.manifestSha256,
      cell: file.cell,
      capturedAt: file.capturedAt,
      salt: new Uint8Array(randomBytes(32)),
      mediaType: 'application/json',
      madeFrom: file.sha256,
    })
    .onConflictDoNothing()
}
