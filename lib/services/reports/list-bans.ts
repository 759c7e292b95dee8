import 'server-only'
import type { Context } from '#lib/adapters/context'
import { readTime } from '#lib/adapters/read-time'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import { type BanPage, type BansQuery, writeBanCursor } from '#lib/schemas/operator-bans'

type Row = {
  wallet: string
  reason: string
  at: string
  micros: string
  operator: string | null
  actionId: string | null
}

/** Lists the wallets that are banned now, the newest ban first, with who banned each by the log of actions. */
export async function listBans(args: { ctx: Pick<Context, 'sql'>; input: BansQuery }): Promise<BanPage> {
  const { sql } = args.ctx
  const { limit, cursor } = args.input
  const micros = sql`(extract(epoch from taken_at) * 1000000)::bigint`
  const rows = await sql<Row[]>`
    select subject_id as wallet, reason, taken_at as at, ${micros}::text as micros, logged.operator, logged.id::text as "actionId"
    from moderation left join lateral (
      select id, operator from operator_action
      where subject = 'wallet' and operator_action.subject_id = moderation.subject_id and action = 'ban_wallet'
      order by id desc limit 1
    ) logged on true
    where kind = 'wallet' and measure = 'banned'
      ${cursor ? sql`and (${micros}, subject_id) < (${cursor.micros}::bigint, ${cursor.wallet})` : sql``}
    order by taken_at desc, subject_id desc limit ${limit + 1}`
  const { page, next_cursor } = pageOf(rows, limit, writeBanCursor)
  return {
    bans: page.map(({ wallet, reason, at, operator, actionId }) => ({
      wallet,
      reason,
      at: isoTime(readTime(at)),
      operator,
      action_id: actionId === null ? null : Number(actionId),
    })),
    next_cursor,
  }
}
