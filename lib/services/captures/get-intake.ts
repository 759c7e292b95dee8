import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import { type Intake, maxWaitingCounted } from '#lib/schemas/operator-captures'

/** The captures that wait for a tree, and the limits that decide when it is built. */
export async function getIntake({ ctx }: { ctx: Pick<Context, 'sql' | 'env'> }): Promise<Intake> {
  const [row] = await ctx.sql<{ waiting: number; oldest: Date | null; attesting: number }[]>`
    select
      (select count(*)::int from (
        select 1 from capture where tree_id is null limit ${maxWaitingCounted + 1}
      ) as counted) as waiting,
      (select received_at from capture where tree_id is null order by received_at limit 1) as oldest,
      (select count(*)::int from tree where state = 'attesting') as attesting`
  const { waiting, oldest, attesting } = row!
  const { maxLeaves, maxAgeSeconds } = ctx.env.anchor
  return {
    waiting: {
      count: Math.min(waiting, maxWaitingCounted),
      is_more: waiting > maxWaitingCounted,
      oldest_received_at: oldest && isoTime(new Date(oldest)),
    },
    gathering: { max_leaves: maxLeaves, max_age_seconds: maxAgeSeconds },
    attesting,
  }
}
