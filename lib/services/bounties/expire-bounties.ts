import 'server-only'
import { and, asc, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import { errorCodes } from '#lib/domain/error-codes'
import { transition } from '#lib/services/bounties/transition'
import { noteRun } from '#lib/services/health/note-run'

/** A locked row waits for the next run, so that it does not delay the other bounties. */
const lockTimeoutMs = 1_000
const lockNotAvailable = '55P03'

const isDue = and(sql`${bounty.state} = 'open'`, sql`${bounty.deadline} <= service_now()`)

/**
 * Closes the bounties whose deadline has passed, the longest overdue first; the worker then gives their money back. Safe to
 * run in several processes at once: each bounty is expired, and counted, by one of them.
 *
 * @param input.limit how many at most
 * @returns how many, and whether there were more
 */
export async function expireBounties(args: {
  ctx: Pick<Context, 'db' | 'log'>
  input: { limit: number }
}): Promise<{ expired: number; more: boolean }> {
  const { ctx, input } = args
  const due = await ctx.db
    .select({ bountyId: bounty.bountyId })
    .from(bounty)
    .where(isDue)
    .orderBy(asc(bounty.deadline))
    .limit(input.limit + 1)
  let expired = 0
  for (const { bountyId } of due.slice(0, input.limit)) {
    const closed = await ctx.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = ${sql.raw(String(lockTimeoutMs))}`)
        return transition({ tx, bountyId, event: 'expire', where: isDue })
      })
      .catch((error: unknown) => {
        if (!errorCodes(error).includes(lockNotAvailable)) throw error
        ctx.log.warn({ bountyId }, 'bounty not expired: another transaction has its row locked')
      })
    if (closed) expired += 1
  }
  if (expired > 0) ctx.log.info({ expired }, 'bounties expired')
  await noteRun({ ctx, input: { name: 'expire_bounties', found: expired } })
  return { expired, more: due.length > input.limit }
}
