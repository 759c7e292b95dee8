import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { publicationRound } from '#db/schema/publication-round'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { isRoundOver } from '#lib/domain/proof/publication-round'

/** Ends the rounds that are over, each once, also with several workers: their captures may join the next tree. */
export async function endRounds({ ctx }: { ctx: Pick<Context, 'db' | 'log'> }): Promise<void> {
  const due = await ctx.db
    .select({ roundId: publicationRound.roundId })
    .from(publicationRound)
    .where(and(isNull(publicationRound.endedAt), sql`${publicationRound.earlyAt} <= service_now()`))
  for (const { roundId } of due) {
    const released = await ctx.db.transaction((tx) => endRound(tx, roundId))
    if (released !== undefined) ctx.log.info({ roundId, captures: released }, 'a round of deliveries ended')
  }
}

/**
 * Ends a round if it is over, in the caller's transaction, after the deliveries that are about to join it.
 *
 * @returns the number of its captures that still wait for a tree, or `undefined` if it is still open or had ended before
 */
export async function endRound(tx: Tx, roundId: number): Promise<number | undefined> {
  const isOpen = and(eq(publicationRound.roundId, roundId), isNull(publicationRound.endedAt))
  const [round] = await tx.select().from(publicationRound).where(isOpen).for('update')
  if (!round || !isRoundOver(await loadFacts(tx, round))) return undefined
  await tx.update(publicationRound).set({ endedAt: sql`service_now()` }).where(isOpen)
  const { count } = await tx
    .update(capture)
    .set({ readyAt: sql`service_now()` })
    .where(and(eq(capture.roundId, roundId), isNull(capture.readyAt)))
  return count
}

async function loadFacts(tx: Tx, { roundId, earlyAt, lateAt }: typeof publicationRound.$inferSelect) {
  const [row] = await tx
    .select({
      nowMs: sql<number>`(extract(epoch from service_now()) * 1000)::float8`,
      wallets: sql<number>`count(distinct ${submission.contributor})::int`,
    })
    .from(capture)
    .innerJoin(
      submissionFile,
      sql`${submissionFile.sha256} = coalesce(${capture.madeFrom}, ${capture.sha256})`,
    )
    .innerJoin(submission, eq(submission.submissionId, submissionFile.submissionId))
    .where(and(eq(capture.roundId, roundId), isNull(capture.readyAt)))
  return { ...row!, earlyAtMs: earlyAt.getTime(), lateAtMs: lateAt.getTime() }
}
