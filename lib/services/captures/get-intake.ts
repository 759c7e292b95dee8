import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import { type Intake, maxWaitingCounted } from '#lib/schemas/operator-captures'

/** The captures that wait for a tree, the limits that decide when it is built, and the deliveries that may not join one yet. */
export async function getIntake({ ctx }: { ctx: Pick<Context, 'sql' | 'env'> }): Promise<Intake> {
  const [row] = await ctx.sql<{ waiting: number; oldest: Date | null; delayed: number; attesting: number }[]>`
    select
      (select count(*)::int from (
        select 1 from capture where tree_id is null and ready_at is not null limit ${maxWaitingCounted + 1}
      ) as counted) as waiting,
      (select min(ready_at) from capture where tree_id is null) as oldest,
      (select count(*)::int from capture where ready_at is null and tree_id is null) as delayed,
      (select count(*)::int from tree where state = 'attesting') as attesting`
  const { waiting, oldest, delayed, attesting } = row!
  const { maxLeaves, maxAgeSeconds } = ctx.env.anchor
  return {
    waiting: {
      count: Math.min(waiting, maxWaitingCounted),
      is_more: waiting > maxWaitingCounted,
      oldest_ready_at: oldest && isoTime(new Date(oldest)),
    },
    delayed,
    gathering: { max_leaves: maxLeaves, max_age_seconds: maxAgeSeconds },
    attesting,
  }
}
