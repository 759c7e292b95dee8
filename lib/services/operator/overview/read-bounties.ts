import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Overview } from '#lib/schemas/operator-overview'
import { bountyStuckSeconds } from '#lib/services/operator/overview/alarm-limits'

/** How many are named; the rest is counted. */
export const namedAtMost = 5

export type StuckBounty = { bountyId: string; state: string; seconds: number; hindrance: string | null }

/** Where all bounties stand, and those under way that should have gone on, the longest waiting first. */
export async function readBounties({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<{
  bounties: Overview['bounties']
  stuck: StuckBounty[]
}> {
  const [states, stuck] = await Promise.all([
    ctx.sql<{ state: string; count: number; usdc: string; oldest: number; late: number }[]>`
      select state, count(*)::int as count, sum(amount_usdc)::text as usdc,
        extract(epoch from service_now() - min(updated_at))::int as oldest,
        count(*) filter (where case
          when state = 'open' then deadline < service_now() - make_interval(secs => ${bountyStuckSeconds})
          when state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')
            then updated_at < service_now() - make_interval(secs => ${bountyStuckSeconds})
        end)::int as late
      from bounty group by state`,
    ctx.sql<StuckBounty[]>`
      select b.bounty_id as "bountyId", b.state, h.text as hindrance,
        extract(epoch from service_now() - b.updated_at)::int as seconds
      from bounty b left join bounty_hindrance h using (bounty_id)
      where b.state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')
        and b.updated_at < service_now() - make_interval(secs => ${bountyStuckSeconds})
      order by b.updated_at limit ${namedAtMost}`,
  ])
  return {
    stuck,
    bounties: states.map(({ state, count, usdc, oldest, late }) => ({
      ...{ state, count, usdc: `${usdc}.00`, late },
      oldest_seconds: Math.max(0, oldest),
    })),
  }
}
