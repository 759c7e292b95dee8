import 'server-only'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { type BoardCursor, type BoardSort, writeCursor } from '#lib/schemas/board'
import { pageOf } from '#lib/schemas/cursor'
import { type BoardEntry, boardColumns, toBoardEntries } from '#lib/services/bounties/board-entry'
import { boardOrder } from '#lib/services/bounties/board-order'
import { isHidden } from '#lib/services/reports/measures'

export type ListBoardInput = {
  sort: BoardSort
  /** A geohash, one to six lower-case characters. Needed by `nearest`. */
  near?: string | undefined
  limit: number
  /** The cursor of the page before, in the same order. */
  cursor?: BoardCursor | undefined
  /** CAIP-2. */
  network?: string | undefined
  minAmountUsdc?: number | undefined
  endsWithinDays?: number | undefined
  /** Only bounties with, or without, a place; absent: both. `nearest` lists only those with a place. */
  hasPlace?: boolean | undefined
}

/**
 * The bounties that still accept submissions: open, before their deadline, and not hidden by an operator. A page begins after the
 * last bounty of the page before. Changes between two calls neither repeat a bounty nor skip one that stays on the board.
 *
 * @throws CairnError `invalid_request`, as `boardOrder`
 */
export async function listBoard(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  input: ListBoardInput
}): Promise<{ entries: BoardEntry[]; nextCursor: string | null }> {
  const { ctx, input } = args
  const { sort, near, limit, network, minAmountUsdc, endsWithinDays, hasPlace } = input
  const { by, at, rest } = boardOrder(input)
  const { placeGeohash, deadline } = bounty
  const found = await ctx.db
    .select({ ...boardColumns, at })
    .from(bounty)
    .where(
      and(
        // Written in full, so that the index over open bounties is used. The time is read once.
        sql`${bounty.state} = 'open' and ${deadline} > (select service_now())`,
        sql`not ${isHidden('bounty', bounty.bountyId)}`,
        rest,
        network === undefined ? undefined : eq(bounty.chainId, chainIdOf(network)),
        minAmountUsdc === undefined ? undefined : gte(bounty.amountUsdc, minAmountUsdc),
        endsWithinDays === undefined
          ? undefined
          : sql`${deadline} <= (select service_now()) + ${endsWithinDays}::int * interval '1 day'`,
        sort === 'nearest' || hasPlace === true ? isNotNull(placeGeohash) : undefined,
        hasPlace === false ? isNull(placeGeohash) : undefined,
      ),
    )
    .orderBy(...by)
    .limit(limit + 1)
  const { page: rows, next_cursor: nextCursor } = pageOf(found, limit, ({ at, bountyId }) =>
    writeCursor({ sort, at, bountyId, ...(sort === 'nearest' && near !== undefined ? { near } : {}) }),
  )
  return { entries: await toBoardEntries({ ctx, rows }), nextCursor }
}
