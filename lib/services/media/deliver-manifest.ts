import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { joinRound } from '#lib/services/publication/join-round'

/**
 * Makes a capture of a model's manifest once the film is a capture and the model is ready. Called after each of the two. It joins the
 * open round of manifests.
 *
 * Locks the film's row first, so that the second of two concurrent calls sees the change of the first.
 */
export async function deliverManifest(args: {
  tx: Tx
  ctx: Pick<Context, 'env'>
  submissionId: string
}): Promise<void> {
  const { tx, ctx, submissionId } = args
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
      roundId: await joinRound({ tx, ctx, contents: 'manifests' }),
      readyAt: null,
    })
    .onConflictDoNothing()
}
