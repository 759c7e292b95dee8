import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Overview } from '#lib/schemas/operator-overview'
import { bountyStuckSeconds } from '#lib/services/operator/overview/alarm-limits'

/** The maximum number of bounties that are listed; the rest is counted. */
export const namedAtMost = 5

export type StuckBounty = {
  bountyId: string
  title: string
  state: string
  seconds: number
  blocker: string | null
  /** Whole USDC. */
  usdc: number
}
type State = {
  state: string
  count: number
  usdc: string
  oldest: number
  late: number
  lateUsdc: number
}

/** Counts the bounties by state, and lists the stuck ones, the longest waiting first. */
export async function readBounties({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<{
  bounties: Overview['bounties']
  stuck: StuckBounty[]
  /** Whole USDC of the bounties that have been in a state for too long, by state. */
  lateUsdc: ReadonlyMap<string, number>
}> {
  const [states, stuck] = await Promise.all([
    ctx.sql<State[]>`
      select state, count(*)::int as count, sum(amount_usdc)::text as usdc,
        extract(epoch from service_now() - min(updated_at))::int as oldest,
        count(*) filter (where is_late)::int as late,
        coalesce(sum(amount_usdc) filter (where is_late), 0)::float8 as "lateUsdc"
      from (select state, amount_usdc, updated_at, case
          when state = 'open' then deadline < service_now() - make_interval(secs => ${bountyStuckSeconds})
          when state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')
            then updated_at < service_now() - make_interval(secs => ${bountyStuckSeconds})
        end as is_late from bounty) seen
      group by state`,
    ctx.sql<StuckBounty[]>`
      select b.bounty_id as "bountyId", b.title, b.state, h.text as blocker, b.amount_usdc::float8 as usdc,
        extract(epoch from service_now() - b.updated_at)::int as seconds
      from bounty b left join bounty_hindrance h using (bounty_id)
      where b.state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')
        and b.updated_at < service_now() - make_interval(secs => ${bountyStuckSeconds})
      order by b.updated_at limit ${namedAtMost}`,
  ])
  return {
    stuck,
    lateUsdc: new Map(states.map(({ state, lateUsdc }) => [state, lateUsdc])),
    bounties: states.map(({ state, count, usdc, oldest, late }) => ({
      state,
      count,
      usdc: `${usdc}.00`,
      late,
      oldest_seconds: Math.max(0, oldest),
    })),
  }
}
