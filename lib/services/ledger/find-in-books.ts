import 'server-only'
import type { TransactionSql } from 'postgres'
import { type AsOf, booksSql } from '#lib/services/ledger/figures'
import type { FindingCode } from '#lib/services/ledger/finding'

/** A violation or an oddity. `id` names a bounty, a payment or a transaction. */
export type Trace = { code: FindingCode; id: string; amountAtomic: bigint | undefined }

/**
 * Compares each bounty and payment of a network with the books. An event on the chain that is not recorded here yet is a fault
 * only when it is old, because recording follows the event.
 *
 * @param input.noticedWithinMs how old
 */
export async function findInBooks(args: {
  sql: TransactionSql
  input: AsOf & { fromBlock: number; noticedWithinMs: number }
}): Promise<Trace[]> {
  const { sql, input } = args
  const settledBefore = input.settledBefore.toISOString()
  const unnoticed = sql`now() - make_interval(secs => ${input.noticedWithinMs / 1_000})`
  const ended = sql`('accepted', 'cancelled', 'expired_refunded', 'failed')`
  const rows = await sql<{ code: FindingCode; id: string; amount: string | null }[]>`
    with ${booksSql(sql, input)}, fate as (
      select payment_id, end_kind, end_tx, end_written_at from post
      where payment_id is not null and end_kind is not null
      union all
      select o.payment_id, 'paid_back', o.tx_hash, e.written_at
      from paid_out o join entry e using (tx_hash, log_index) where o.kind = 'treasury_out'
    ), ours as (
      select c.*, f.end_kind, f.end_tx, f.end_written_at, b.accept_tx, b.payout_tx, b.create_tx, b.escrow, b.onchain_id, b.post_is_final,
             b.post_chain_tx_id, b.exit_chain_tx_id, b.payback_chain_tx_id
      from claim c join bounty b on b.bounty_id = c.bounty_id left join fate f on f.payment_id = c.payment_id
    )
    select 'inflow_without_payment' as code, '0x' || encode(tx_hash, 'hex') as id, amount_atomic as amount from unmatched_in
    union all
    select 'revenue_without_payment', '0x' || encode(tx_hash, 'hex'), amount_atomic from unknown_revenue r
    where r.written_at < ${unnoticed} or (
      select p.id from payment_journal p
      where p.network = ${input.network} and p.asset = ${input.books.token} and p.payer = r.from_address
        and p.nonce = '0x' || encode(r.ref, 'hex') limit 1) is null
    union all
    select case kind when 'posted' then 'post_without_bounty' else 'outflow_without_bounty' end,
           '0x' || encode(tx_hash, 'hex'), amount_atomic from unmatched_out
    union all
    select 'payment_without_inflow', 'payment ' || payment_id, owed from claim
    where in_tx is null and said_paid_at < ${settledBefore}
    union all
    select 'payment_not_noted', 'payment ' || payment_id, owed from claim
    where in_tx is not null and payment_state <> 'settled' and (closed_at is not null or in_written_at < ${unnoticed})
    union all
    select 'payment_noted_elsewhere', 'payment ' || payment_id, owed from claim
    where in_tx is not null and payment_state = 'settled' and settle_tx <> in_tx
    union all
    select 'moved_twice', 'payment ' || payment_id, sum(amount_atomic)
    from paid_out join entry using (tx_hash, log_index) group by payment_id having count(*) > 1
    union all
    select 'ended_twice', 'bounty number ' || onchain_id, sum(amount_atomic) from entry
    where kind in ('released', 'cancelled', 'refunded') group by from_address, onchain_id having count(*) > 1
    union all
    select 'ended_without_post', 'bounty number ' || onchain_id, amount_atomic from ending
    where not exists (
      select from post where post.onchain_id = ending.onchain_id and post.to_address = ending.from_address)
    union all
    select 'ended_otherwise', bounty_id, owed from ours
    where (state = 'accepted' and (end_kind <> 'released' or end_tx <> accept_tx))
       or (state = 'failed' and (end_kind <> 'paid_back' or end_tx <> payout_tx))
       or (state in ('cancelled', 'expired_refunded') and (end_kind = 'released' or end_tx <> payout_tx))
    union all
    select 'end_not_on_chain', bounty_id, owed from ours
    where state in ${ended} and end_kind is null and updated_at < ${settledBefore}
    union all
    select 'end_not_noted', bounty_id, owed from ours
    where state not in ${ended} and end_written_at < ${unnoticed}
    union all
    select 'post_not_on_chain', bounty_id, owed from ours
    where state in ('open', 'accepting', 'cancelling', 'expired') and updated_at < ${settledBefore}
      and not exists (select from post where post.payment_id = ours.payment_id)
    union all
    select 'numbered_otherwise', bounty_id, owed from ours join post using (payment_id)
    where ours.post_is_final and (ours.onchain_id <> post.onchain_id or ours.escrow <> post.to_address or ours.create_tx <> post.tx_hash)
    union all
    select 'done_without_log', ours.bounty_id, ours.owed
    from ours
    cross join lateral unnest(array[post_chain_tx_id, exit_chain_tx_id, payback_chain_tx_id]) as asked (id)
    join chain_tx t on t.id = asked.id
    -- A release that the daily limit held back moved nothing: the payment after it did.
    where not (t.kind = 'bounty_release' and ours.accept_tx is distinct from t.mined_hash)
      and t.state = 'final' and t.mined_block <= ${input.block} and t.mined_block >= ${input.fromBlock}
      and not exists (select from entry where entry.tx_hash = t.mined_hash)
    union all
    select 'return_not_on_chain', '0x' || encode(tx_hash, 'hex'), amount_atomic from inflow_return r
    where r.chain_id = ${input.chainId} and r.state = 'returned' and r.done_at < ${settledBefore}
      and not exists (select from returned d where d.in_tx = r.tx_hash and d.in_log = r.log_index and d.out_tx = r.done_tx)
      and not exists (select from revenue_back b where b.in_tx = r.tx_hash and b.in_log = r.log_index and b.tx_hash = r.done_tx)
    order by code, id`
  return rows.map(({ code, id, amount }) => ({
    code,
    id,
    amountAtomic: amount === null ? undefined : BigInt(amount),
  }))
}
