import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bounty, isOnItsWay } from '#db/schema/bounty'
import { bountyHindrance } from '#db/schema/bounty-hindrance'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Blocker, BlockerCode } from '#lib/domain/bounty/blocker'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'

/** The precision of the stored time at which a hindrance was last found. */
const lookedEverySeconds = 30

/** Hindrances that do not pass with time, so that a person has to act. */
const forPeople: ReadonlySet<BlockerCode> = new Set([
  'other_treasury',
  'settlement_missing',
  'other_terms',
  'exit_not_in_log',
  'payback_not_in_log',
  'contract_disagrees',
])

/**
 * Stores why a bounty is stuck, once for each change, and logs it then. Deletes it once the bounty advances.
 * Only bounties with a hindrance cause a write.
 */
export async function recordBlocker(args: {
  ctx: Pick<Context, 'db' | 'log'>
  known: Known
  hindrance: Blocker | 'as before' | undefined
}): Promise<void> {
  const { ctx, known } = args
  const { bountyId, state } = known.row
  const kept = known.hindrance
  if (args.hindrance === 'as before' && kept?.code === 'refused') return
  const hindrance = args.hindrance === 'as before' ? undefined : args.hindrance
  if (!hindrance) {
    if (kept) await ctx.db.delete(bountyHindrance).where(eq(bountyHindrance.bountyId, bountyId))
    return
  }
  const { code, text, data } = hindrance
  const isSame = kept?.code === code && kept.text === text
  if (isSame && kept.lookedAgoSeconds < lookedEverySeconds) return
  const isKept = await write(ctx, known, hindrance)
  if (!isKept || isSame) return
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
      // The lock makes this and a change of state wait for each other, so that no hindrance outlives its state.
      .for('share')
    if (!held) return false
    const nextTryAt =
      nextTryInSeconds === undefined
        ? sql`null`
        : sql`service_now() + make_interval(secs => ${nextTryInSeconds})`
    const now = sql`service_now()`
    await tx
      .insert(bountyHindrance)
      .values({ bountyId: row.bountyId, code, text, data, nextTryAt })
      .onConflictDoUpdate({
        target: bountyHindrance.bountyId,
        set: {
          ...{ code, text, data, nextTryAt, lookedAt: now },
          since: sql`case when ${bountyHindrance.code} = ${code} then ${bountyHindrance.since} else ${now} end`,
        },
      })
    return true
  })
}

/** An unavailable network becomes the hindrance of all its active bounties that have no other. */
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
