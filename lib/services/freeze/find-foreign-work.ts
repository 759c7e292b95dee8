import 'server-only'
import { bytesToHex } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'

type Found = { kind: string; txHash: Uint8Array; more: number }

/**
 * Finds an entry of the books that only this service can have caused, by a transaction that this database
 * never signed: a post of the treasury's, a release or cancel of one of them, or a payback that was not
 * requested here. Entries that a replay has seen are skipped.
 *
 * @returns a description for people
 */
export async function findForeignWork(args: {
  ctx: Pick<Context, 'sql' | 'env'>
  network: NetworkConfig
}): Promise<string | undefined> {
  const { sql, env } = args.ctx
  const { chainId, id, name } = args.network
  const [found] = await sql<Found[]>`
    with seen as (
      select max((replayed -> ${id}::text ->> 'block')::bigint) as block from service_freeze where ended_at is not null
    ), entry as (
      select * from ledger_entry e
      where chain_id = ${chainId} and block > coalesce((select block from seen), -1)
        and not exists (select from chain_attempt a where a.hash = e.tx_hash)
    )
    select kind, tx_hash as "txHash", (count(*) over () - 1)::int as more from entry e
    where (kind = 'posted' and from_address = ${env.treasury.toLowerCase()})
       or (kind in ('released', 'cancelled') and exists (
             select from ledger_entry p where p.chain_id = ${chainId} and p.onchain_id = e.onchain_id and p.to_address = e.from_address
               and p.kind = 'posted' and p.from_address = ${env.treasury.toLowerCase()}))
       or (kind = 'treasury_out' and exists (
             select from bounty b where b.chain_id = ${chainId} and b.ref = e.ref and b.payback_chain_tx_id is null))
    order by block, log_index limit 1`
  if (!found) return undefined
  const others = found.more > 0 ? ` (and ${found.more} more)` : ''
  return `On ${name} a bounty was ${verbs[found.kind]} by ${bytesToHex(found.txHash)}${others}, which this database never signed.`
}

const verbs: Record<string, string> = {
  posted: 'posted',
  released: 'released',
  cancelled: 'cancelled',
  treasury_out: 'paid back',
}
