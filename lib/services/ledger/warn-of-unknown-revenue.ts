import 'server-only'
import type { Context } from '#lib/adapters/context'

/**
 * Logs which networks have transfers to PAY_TO that no payment explains. The query is cheap, because the
 * books have few of them.
 */
export async function warnOfUnknownRevenue({
  ctx,
}: {
  ctx: Pick<Context, 'sql' | 'env' | 'log'>
}): Promise<void> {
  for (const { id, chainId, payTo } of ctx.env.networks) {
    const [found] = await ctx.sql<{ transfers: number }[]>`
      select count(*)::int as transfers from ledger_entry e
      where e.chain_id = ${chainId} and e.kind = 'revenue_in' and e.to_address = ${payTo.toLowerCase()}
        and not exists (
          select from payment_journal p
          where p.network = ${id} and p.payer = e.from_address and p.nonce = '0x' || encode(e.ref, 'hex')
            and p.state = 'settled')
        and not exists (
          select from inflow_return r
          where r.chain_id = e.chain_id and r.tx_hash = e.tx_hash and r.log_index = e.log_index and r.state = 'returned')`
    if (found!.transfers > 0)
      ctx.log.warn(
        { network: id, transfers: found!.transfers },
        'PAY_TO has transfers that no payment of this deployment explains: no two deployments may share a PAY_TO',
      )
  }
}
