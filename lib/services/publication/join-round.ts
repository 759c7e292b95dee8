import 'server-only'
import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { publicationRound } from '#db/schema/publication-round'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { drawRound } from '#lib/domain/proof/publication-round'
import { endRound } from '#lib/services/publication/end-rounds'

export type RoundContents = (typeof publicationRound.$inferSelect)['contents']

/**
 * Finds the open round for a delivery, or begins one. Locks the round until the caller commits, so that the delivery
 * is part of it when it ends. A round whose time is over ends first, even if no worker has ended it yet: this delivery belongs to the
 * next one.
 *
 * @returns its id
 */
export async function joinRound(args: {
  tx: Tx
  ctx: Pick<Context, 'env'>
  contents: RoundContents
}): Promise<number> {
  const { tx, ctx, contents } = args
  const isOpen = and(eq(publicationRound.contents, contents), isNull(publicationRound.endedAt))
  const [over] = await tx.select({ roundId: publicationRound.roundId }).from(publicationRound).where(isOpen)
  if (over) await endRound(tx, over.roundId)
  const { earlySeconds, lateSeconds } = drawRound({
    maxSeconds: ctx.env.anchor.deliveryDelaySeconds,
    random: () => randomInt(2 ** 32) / 2 ** 32,
  })
  await tx
    .insert(publicationRound)
    .values({ contents, earlyAt: inSeconds(earlySeconds), lateAt: inSeconds(lateSeconds) })
    // One is open, or another process has just begun one.
    .onConflictDoNothing()
  const [open] = await tx
    .select({ roundId: publicationRound.roundId })
    .from(publicationRound)
    .where(isOpen)
    .for('update')
  // It has just ended: another one begins.
  return open ? open.roundId : joinRound(args)
}

function inSeconds(seconds: number) {
  return sql`service_now() + make_interval(secs => ${seconds})`
}
