import 'server-only'
import type { Context } from '#lib/adapters/context'
import { type Gas, readGas } from '#lib/services/health/read-gas'
import { sampleMoney } from '#lib/services/health/sample-money'

/** A payment is counted once it has had this long to settle. */
const settleSeconds = 60
const keptDays = 90
const keptByHourDays = 730

/**
 * Stores the current state of each network once in five minutes by the service's clock, with any number of workers.
 *
 * @returns true if this call stored it
 */
export async function sampleFigures(args: {
  ctx: Pick<Context, 'sql' | 'chains' | 'env'>
}): Promise<boolean> {
  const { ctx } = args
  const networks = ctx.env.networks.map((network) => network.id as string)
  if (await isSampled(ctx, networks)) return false
  const gas = gasByNetwork(await readGas({ ctx }))
  const rows = await ctx.sql`
    with now as (
      select date_bin('5 minutes', service_now(), 'epoch') as slot
    ), network as (
      select id, split_part(id, ':', 2)::int as chain_id from unnest(${networks}::text[]) as id
    ), of_state as (
      select chain_id, state, count(*)::int as count, sum(amount_usdc)::bigint as usdc
      from bounty group by 1, 2
    ), waiting as (
      select chain_id, extract(epoch from service_now() - min(updated_at))::int as seconds
      from bounty where state in ('paid', 'creating', 'accepting', 'cancelling', 'expired') group by 1
    ), under_way as (
      select chain_id, count(*)::int as count, extract(epoch from service_now() - min(created_at))::int as seconds
      from chain_tx where state in ('queued', 'sent', 'mined') group by 1
    ), before as (
      select n.id, p.slot, p.payments_until
      from network n cross join now
      cross join lateral (select slot, payments_until from figure_sample
                          where network = n.id and slot < now.slot order by slot desc limit 1) p
    ), counted as (
      select b.id, greatest(b.payments_until, max(p.id)) as until,
             count(p.id) filter (where p.state = 'settled' and p.network = b.id)::int as count,
             coalesce(sum(p.amount_atomic) filter (where p.state = 'settled' and p.network = b.id), 0) as atomic
      from before b
      left join payment_journal p on p.id > b.payments_until
        and p.created_at < service_now() - make_interval(secs => ${settleSeconds})
      group by b.id, b.payments_until
    )
    insert into figure_sample (slot, network, bounties, oldest_bounty_seconds, transactions, oldest_transaction_seconds,
      gas, payments_until, payments, payments_atomic, payments_seconds)
    select now.slot, n.id,
      coalesce((select jsonb_object_agg(state, jsonb_build_object('count', count, 'usdc', usdc))
                from of_state where chain_id = n.chain_id), '{}'),
      w.seconds, coalesce(u.count, 0), u.seconds,
      coalesce(${JSON.stringify(gas)}::text::jsonb -> n.id, '{}'),
      coalesce(c.until, (select max(id) from payment_journal), 0),
      c.count, c.atomic, extract(epoch from now.slot - b.slot)::int
    from network n cross join now
    left join waiting w using (chain_id)
    left join under_way u using (chain_id)
    left join before b on b.id = n.id
    left join counted c on c.id = n.id
    on conflict do nothing
    returning 1`
  if (rows.length === 0) return false
  await sampleMoney({ ctx })
  await thin(ctx)
  return true
}

async function isSampled({ sql }: Pick<Context, 'sql'>, networks: string[]): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from figure_sample
    where slot = date_bin('5 minutes', service_now(), 'epoch') and network = any(${networks}::text[])`
  return row!.count === networks.length
}

/** Gas balances by network and address, in wei as text. Unreachable networks are left out. */
function gasByNetwork(gas: readonly Gas[]): Record<string, Record<string, string>> {
  const byNetwork: Record<string, Record<string, string>> = {}
  for (const { chainId, address, balanceWei } of gas) {
    if (balanceWei === null) continue
    const network = `eip155:${chainId}`
    byNetwork[network] = { ...byNetwork[network], [address]: String(balanceWei) }
  }
  return byNetwork
}

/** Thins out old samples to the first of each hour, and deletes very old ones. */
async function thin({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await sql`
    delete from figure_sample f
    where f.slot < service_now() - make_interval(days => ${keptByHourDays})
       or f.slot < service_now() - make_interval(days => ${keptDays}) and exists (
         select from figure_sample e
         where e.network = f.network and e.slot < f.slot and e.slot >= date_bin('1 hour', f.slot, 'epoch'))`
}
