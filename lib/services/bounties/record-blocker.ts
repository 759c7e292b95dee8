import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bounty, isOnItsWay } from '#db/schema/bounty'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Blocker, BlockerCode } from '#lib/domain/bounty/blocker'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'

/** How often the stored time of the last check is updated while the blocker is the same. */
const lookedEverySeconds = 30

/** Blockers that do not resolve with time: an operator has to act. */
const forPeople: ReadonlySet<BlockerCode> = new Set([
  'other_treasury',
  'settlement_missing',
  'other_terms',
  'exit_not_in_log',
  'payback_not_in_log',
  'contract_disagrees',
])

/**
 * Stores why a bounty is stuck, once for each change, and logs it then. Deletes the stored reason once the bounty advances. Blockers are
 * stored in the table `bounty_hindrance`.
 */
export async function recordBlocker(args: {
  ctx: Pick<Context, 'db' | 'log'>
  known: Known
  blocker: Blocker | 'as before' | undefined
}): Promise<void> {
  const { ctx, known } = args
  const { bountyId, state } = known.row
  const stored = known.blocker
  if (args.blocker === 'as before' && stored?.code === 'refused') return
  const blocker = args.blocker === 'as before' ? undefined : args.blocker
  if (!blocker) {
    if (stored) await ctx.db.delete(bountyBlocker).where(eq(bountyBlocker.bountyId, bountyId))
    return
  }
  const { code, text, data } = blocker
  const isSame = stored?.code === code && stored.text === text
  if (isSame && stored.lookedAgoSeconds < lookedEverySeconds) return
  const isWritten = await write(ctx, known, blocker)
  if (!isWritten || isSame) return
  const line = { bountyId, state, code, ...data }
  ctx.log[forPeople.has(code) ? 'error' : 'warn'](line, `bounty is held up: ${text}`)
}

async function write(ctx: Pick<Context, 'db'>, { row }: Known, found: Blocker): Promise<boolean> {
  const { code, text, data, nextTryInSeconds } = found
  return ctx.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ bountyId: bounty.bountyId })
      .from(bounty)
      .where(and(eq(bounty.bountyId, row.bountyId), isAsDecided(row)))
      // The lock makes this and a change of state wait for each other, so that no blocker outlives its state.
      .for('share')
    if (!held) return false
    const nextTryAt =
      nextTryInSeconds === undefined
        ? sql`null`
        : sql`service_now() + make_interval(secs => ${nextTryInSeconds})`
    const now = sql`service_now()`
    await tx
      .insert(bountyBlocker)
      .values({ bountyId: row.bountyId, code, text, data, nextTryAt })
      .onConflictDoUpdate({
        target: bountyBlocker.bountyId,
        set: {
          code,
          text,
          data,
          nextTryAt,
          lookedAt: now,
          since: sql`case when ${bountyBlocker.code} = ${code} then ${bountyBlocker.since} else ${now} end`,
        },
      })
    return true
  })
}

/** An unavailable network becomes the blocker of all its active bounties that have no other. */
export async function recordNetworkAway(args: {
  ctx: Pick<Context, 'db' | 'log'>
  network: NetworkConfig
  error: string
}): Promise<void> {
  const { ctx, network, error } = args
  const text = `${network.name} does not answer: ${error}`
  const code: BlockerCode = 'chain_away'
  const rows = await ctx.db.execute(sql`
    insert into bounty_hindrance (bounty_id, code, text, data)
    select bounty_id, ${code}, ${text}, ${JSON.stringify({ network: network.id })}::jsonb
    from bounty where chain_id = ${network.chainId} and ${isOnItsWay}
      and not exists (select from bounty_hindrance kept where kept.bounty_id = bounty.bounty_id)
    for share of bounty
    on conflict do nothing returning 1`)
  if (rows.length > 0)
    ctx.log.warn({ network: network.id, bounties: rows.length, code }, 'bounties are held up')
}
