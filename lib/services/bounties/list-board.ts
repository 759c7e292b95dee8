import { chainIdOf } from '#lib/domain/caip2'
import 'server-only'
import { and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { type BoardCursor, type BoardSort, writeCursor } from '#lib/schemas/board'
import { type BoardEntry, boardColumns, toBoardEntries } from '#lib/services/bounties/board-entry'

export type ListBoardInput = {
  sort: BoardSort
  limit: number
  /** Of the page before, in the same order. */
  cursor?: BoardCursor
  /** CAIP-2. */
  network?: string
  minAmountUsdc?: number
}

/**
 * The bounties one can still submit to: open, and before their deadline. Each order goes by what never changes of a bounty
 * (when it was paid, when it ends) and then by its id, and a page begins after the last one of the page before: whatever
 * comes and goes between two calls, none is shown twice, and none that is there all the time is left out.
 */
export async function listBoard(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  input: ListBoardInput
}): Promise<{ entries: BoardEntry[]; nextCursor: string | null }> {
  const { ctx, input } = args
  const { sort, limit, cursor, network, minAmountUsdc } = input
  if (cursor && cursor.sort !== sort)
    throw new CairnError(
      'invalid_request',
      `cursor: is of the order ${cursor.sort}; begin anew for another`,
      {
        field: 'cursor',
      },
    )
  const [key, after, order] =
    sort === 'newest' ? [bounty.paidAt, sql`<`, desc] : [bounty.deadline, sql`>`, asc]
  const rest: SQL | undefined =
    cursor &&
    sql`(${key}, ${bounty.bountyId}) ${after} (to_timestamp(${cursor.atSeconds}::bigint), ${cursor.bountyId}::text)`
  const found = await ctx.db
    .select(boardColumns)
    .from(bounty)
    .where(
      and(
        // Written out, so that the index over the open ones serves; the time is asked for once.
        sql`${bounty.state} = 'open' and ${bounty.deadline} > (select service_now())`,
        rest,
        network === undefined ? undefined : eq(bounty.chainId, chainIdOf(network)),
        minAmountUsdc === undefined ? undefined : gte(bounty.amountUsdc, minAmountUsdc),
      ),
    )
    .orderBy(order(key), order(bounty.bountyId))
    .limit(limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor =
    last && found.length > limit
      ? writeCursor({
          sort,
          atSeconds: (sort === 'newest' ? last.paidAt : last.deadline).getTime() / 1_000,
          bountyId: last.bountyId,
        })
      : null
  return { entries: await toBoardEntries({ ctx, rows }), nextCursor }
}
