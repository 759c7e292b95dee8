import 'server-only'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { bounty, bountyWords, isNotEnded, isOnItsWay } from '#db/schema/bounty'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { chainTx } from '#db/schema/outbox'
import type { Context } from '#lib/adapters/context'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { fieldError } from '#lib/domain/errors'
import { pageOf } from '#lib/schemas/cursor'
import {
  type OperatorBountiesQuery,
  type OperatorBountyPage,
  writeBountyCursor,
} from '#lib/schemas/operator-bounty'
import { describeInList, pendingChainTxId } from '#lib/services/operator/bounties/describe-in-list'
import { bountyStuckSeconds } from '#lib/services/operator/overview/alarm-limits'
import { isHidden } from '#lib/services/reports/measures'

/** After this time in progress, a bounty counts as stuck even if it has no known blocker. */
const isLate = sql`updated_at < service_now() - make_interval(secs => ${bountyStuckSeconds})`

/**
 * Bounties with a blocker other than the daily limit of the escrow, and those that take too long. They are few, and both conditions have an
 * index.
 */
const stuckOnes = sql`(
  select bounty_id from bounty_hindrance join bounty using (bounty_id)
  where ${isNotEnded} and code <> 'waits_for_limit'
  union all select bounty_id from bounty where ${isOnItsWay} and ${isLate}
    and not exists (select from bounty_hindrance held where held.bounty_id = bounty.bounty_id and code = 'waits_for_limit'))`
export const isStuck = sql<boolean>`${bounty.bountyId} in ${stuckOnes}`

/**
 * A page of all bounties. Each filter has an index.
 *
 * @throws CairnError `invalid_request`: a cursor of the other order
 */
export async function listOperatorBounties(args: {
  ctx: Pick<Context, 'db'>
  input: OperatorBountiesQuery
}): Promise<OperatorBountyPage> {
  const { ctx, input } = args
  const { order, cursor, limit } = input
  if (cursor && cursor.order !== order)
    throw fieldError(
      'cursor',
      `belongs to the order ${cursor.order}; start from the first page for another order`,
    )
  const isNewest = order === 'newest'
  const key = isNewest ? bounty.paidAt : bounty.updatedAt
  const direction = isNewest ? sql`desc` : sql`asc`
  const rows = await ctx.db
    .select({
      row: bounty,
      blocker: bountyBlocker,
      isStuck,
      isHidden: sql<boolean>`${isHidden('bounty', bounty.bountyId)}`,
      ageSeconds: sql`extract(epoch from service_now() - ${bounty.updatedAt})`.mapWith(Number),
      pending: { id: chainTx.id, kind: chainTx.kind, state: chainTx.state },
      at: sql<string>`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(bounty)
    .leftJoin(bountyBlocker, eq(bountyBlocker.bountyId, bounty.bountyId))
    .leftJoin(chainTx, eq(chainTx.id, pendingChainTxId))
    .where(
      and(
        ...filtersOf(input),
        cursor &&
          sql`(${key}, ${bounty.bountyId}) ${isNewest ? sql`<` : sql`>`} (${cursor.at}::timestamptz, ${cursor.bountyId}::text)`,
      ),
    )
    .orderBy(sql`${key} ${direction}`, sql`${bounty.bountyId} ${direction}`)
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ at, row }) =>
    writeBountyCursor({ order, at, bountyId: row.bountyId }),
  )
  return {
    bounties: page.map(describeInList),
    next_cursor,
    are_any: page.length > 0 || (await areAny(ctx)),
  }
}

function filtersOf(input: OperatorBountiesQuery): (SQL | undefined)[] {
  const { state, stuck, hidden, network, text, order } = input
  return [
    state === undefined ? undefined : eq(bounty.state, state),
    // Matches the condition of the partial indexes: a blocked bounty has not ended.
    stuck === undefined ? undefined : isStuck,
    // Few bounties are hidden, and the primary key of `moderation` finds them.
    hidden &&
      sql`${bounty.bountyId} in (
        select subject_id from moderation where kind = 'bounty' and measure = 'hidden')`,
    // Matches the condition of the partial index.
    order === 'unmoved' && !state
      ? sql`${bounty.state} not in ('accepted', 'cancelled', 'expired_refunded', 'failed')`
      : undefined,
    network === undefined ? undefined : eq(bounty.chainId, chainIdOf(network)),
    text === undefined ? undefined : named(text),
  ]
}

/** By its form: an id, a wallet, or words. */
function named(text: string): SQL {
  if (/^bty_[0-9a-f]+$/i.test(text)) return eq(bounty.bountyId, text.toLowerCase())
  if (/^0x[0-9a-f]{40}$/i.test(text)) return eq(bounty.payer, text.toLowerCase())
  return sql`${bountyWords} @@ plainto_tsquery('simple', ${text})`
}

async function areAny({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await db.select({ bountyId: bounty.bountyId }).from(bounty).limit(1)).length > 0
}
