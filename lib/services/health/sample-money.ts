import 'server-only'
import type { Context } from '#lib/adapters/context'

/**
 * Stores what the last audit found in the samples of the five minutes in which it ended. Both the audit and the sample call this after they
 * are stored, so their order does not matter. A sample whose five minutes have no audit has no amounts, and a network that could
 * not be checked keeps what an earlier audit of the same five minutes found.
 *
 * An empty escrow before the first order was not measured for what comes after: the service starts with an audit, and its zero would be
 * shown for minutes in which the first bounties already have money there.
 */
export async function sampleMoney({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  await ctx.sql`
    with last as (
      select networks, service_now() - (now() - last_at) as at from audit_run order by last_at desc, id desc limit 1
    )
    update figure_sample
    set escrow_atomic = (found -> 'escrow' ->> 'balance')::numeric,
        treasury_atomic = (found -> 'treasury' ->> 'inflows')::numeric - (found -> 'treasury' ->> 'outflows')::numeric,
        in_flight_atomic = (found -> 'treasury' ->> 'inFlight')::numeric
    from last, jsonb_array_elements(last.networks) found
    where figure_sample.slot = date_bin('5 minutes', last.at, 'epoch') and network = found ->> 'network' and (found ->> 'checked')::boolean
      and ((found -> 'escrow' ->> 'balance')::numeric > 0 or exists (select from bounty_order where created_at <= last.at))`
}
