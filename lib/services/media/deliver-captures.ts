import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { capture } from '#db/schema/capture'
import { submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { splitHashes } from '#lib/domain/film/film-hashes'
import { claimsFit, weakerOrigin } from '#lib/domain/film/match-claims'
import { insertPictureHashes } from '#lib/services/likeness/insert-picture-hashes'
import { deliverManifest } from '#lib/services/media/deliver-manifest'
import { recordSubmission } from '#lib/services/media/record-submission'
import { joinRound } from '#lib/services/publication/join-round'

const atOnce = 50

/**
 * Turns the films whose release is final into captures, each once, also with several workers. They join the open round, after whose end
 * they join a tree, and so do the manifests of models that are ready; other manifests follow when their model is ready. A film whose
 * claims do not fit its bounty is anchored as well, and never becomes an observation.
 *
 * @returns the number of films
 */
export async function deliverCaptures(args: { ctx: Pick<Context, 'db' | 'env' | 'log'> }): Promise<number> {
  const { ctx } = args
  const delivered = await ctx.db.transaction(async (tx) => {
    const due = await tx
      .select({ file: submissionFile })
      .from(bounty)
      .innerJoin(submissionFile, eq(submissionFile.submissionId, bounty.acceptedSubmissionId))
      .where(and(eq(bounty.state, 'accepted'), isNull(submissionFile.deliveredAt)))
      .orderBy(asc(submissionFile.submissionId))
      .limit(atOnce)
      .for('update', { of: submissionFile, skipLocked: true })
    for (const { file } of due) await deliver(tx, ctx, file)
    return due.map(({ file }) => file.submissionId)
  })
  if (delivered.length > 0) ctx.log.info({ submissionIds: delivered }, 'captures delivered')
  return delivered.length
}

async function deliver(
  tx: Tx,
  ctx: Pick<Context, 'env'>,
  file: typeof submissionFile.$inferSelect,
): Promise<void> {
  const { submissionId, sha256, cell, capturedAt, mediaType, byteLength } = file
  await tx
    .insert(capture)
    .values({
      sha256,
      cell,
      capturedAt,
      mediaType,
      byteLength,
      claimsFrom: weakerOrigin(file.placeFrom, file.timeFrom) ?? 'declared',
      claimsFit: claimsFit(file),
      salt: new Uint8Array(randomBytes(32)),
      roundId: await joinRound({ tx, ctx, contents: 'films' }),
      readyAt: null,
    })
    // An operator may have ingested the same file.
    .onConflictDoNothing()
  await insertPictureHashes({ tx, sha256, hashes: splitHashes(file.pictureHashes ?? new Uint8Array()) })
  await tx
    .update(submissionFile)
    .set({ deliveredAt: sql`service_now()` })
    .where(eq(submissionFile.submissionId, submissionId))
  await deliverManifest({ tx, ctx, submissionId })
  await recordSubmission(tx, submissionId, 'delivered')
}
