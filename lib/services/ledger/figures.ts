import 'server-only'
import type { Fragment, PendingQuery, Row, TransactionSql } from 'postgres'
import type { BookAddresses } from '#lib/adapters/chain/money-logs'

// The sums of the books beside those of the journal, in SQL.

/** One network, as of the end of one block. */
export type AsOf = {
  chainId: number
  /** CAIP-2. */
  network: string
  books: BookAddresses
  block: number
  /** Events before this time are in the books if they happened. Later events may be in a later block. */
  settledBefore: Date
}

/** Atomic units. */
export type Sums = {
  /** The total inflow and outflow of the treasury, and the part that has no payment or no bounty. */
  inflows: bigint
  outflows: bigint
  unmatchedIn: bigint
  unmatchedOut: bigint
  /** Moved into the treasury from PAY_TO, less what was sent back from there for transfers to PAY_TO. */
  revenue: bigint
  /** Paid for a bounty, and neither in the escrow nor paid back. */
  inFlight: bigint
  /** In the escrow for bounties of ours, and for those of other posters. */
  oursOpen: bigint
  othersOpen: bigint
  /** Entered the escrow for no bounty, less what left it for no bounty. */
  stray: bigint
  /** All bounties in the escrow that are open by its event log. */
  allOpen: bigint
}

type Sql = TransactionSql

/**
 * The books beside the journal. `claim` is each payment for a bounty (`arrived`: its transfer is in the books, or must be by
 * now; `gone`: posted or paid back), `moved_in` and `moved_out` each transfer from and to the treasury with its payment or
 * bounty, `post` each bounty in the contract. Matching uses values that are unique on the chain (the payer's
 * nonce, the reference), never a state that a worker has yet to write.
 */
export function booksSql(sql: Sql, { chainId, network, books, block, settledBefore }: AsOf): Fragment {
  return sql`
    entry as materialized (
      select * from ledger_entry where chain_id = ${chainId} and block <= ${block}
    ), account as materialized (
      select p.id as payment_id, p.payer, p.nonce, p.state as payment_state, p.settle_tx, p.amount_atomic, p.closed_at,
             b.bounty_id, b.ref, coalesce(b.payer, p.payer) as owed_to, b.state, b.updated_at,
             coalesce(b.amount_usdc * 1000000::numeric, p.amount_atomic) as owed,
             p.network = ${network} and p.asset = ${books.token} as is_here, lower(p.pay_to) as paid_to,
             case when b.bounty_id is not null then b.paid_at
                  when p.state = 'settled' then p.closed_at end as said_paid_at
      from (select payment_id from bounty_order union select payment_id from bounty) ordered
      join payment p on p.id = ordered.payment_id
      left join bounty b on b.payment_id = p.id
      where coalesce(b.chain_id = ${chainId}, p.network = ${network})
        -- What was paid to a treasury before this one is followed once it is in the contract; there the rest has ended.
        and (lower(p.pay_to) = ${books.treasury} or b.onchain_id is not null)
    ), paid_in as materialized (
      select e.tx_hash, e.log_index, e.written_at, a.payment_id
      from entry e
      join account a on a.payer = e.from_address and a.nonce = '0x' || encode(e.ref, 'hex')
                    and a.amount_atomic = e.amount_atomic and a.is_here
      where e.kind = 'treasury_in'
    ), paid_out as materialized (
      select e.tx_hash, e.log_index, e.kind, e.onchain_id, a.payment_id
      from entry e
      join account a on a.ref = e.ref and a.owed = e.amount_atomic
      where e.from_address = a.paid_to
        and ((e.kind = 'posted' and e.refund_to = a.owed_to) or (e.kind = 'treasury_out' and e.to_address = a.owed_to))
    ), returned as materialized (
      -- What an operator had sent back, by the nonce that follows from the way there. Nothing that was paid for is.
      select i.tx_hash as in_tx, i.log_index as in_log, o.tx_hash as out_tx, o.log_index as out_log
      from inflow_return r
      join entry i on i.tx_hash = r.tx_hash and i.log_index = r.log_index
      join entry o on o.ref = r.nonce
      where r.chain_id = ${chainId} and i.to_address = ${books.treasury} and o.from_address = ${books.treasury}
        and o.kind = 'treasury_out' and o.to_address = i.from_address and o.amount_atomic = i.amount_atomic
        and not exists (select from paid_in p where p.tx_hash = i.tx_hash and p.log_index = i.log_index)
    ), loose_in as (
      select e.*, row_number() over (partition by e.from_address, e.amount_atomic order by e.block, e.log_index) as nth
      from entry e
      left join paid_in i using (tx_hash, log_index)
      left join returned r on r.in_tx = e.tx_hash and r.in_log = e.log_index
      where e.to_address = ${books.treasury} and i.payment_id is null and r.in_tx is null
    ), revenue_back as materialized (
      -- Sent back for a transfer to PAY_TO: its key is not here, so the treasury sends it.
      select o.tx_hash, o.log_index, o.amount_atomic, i.tx_hash as in_tx, i.log_index as in_log
      from inflow_return r
      join entry i on i.tx_hash = r.tx_hash and i.log_index = r.log_index
      join entry o on o.ref = r.nonce
      where r.chain_id = ${chainId} and i.kind = 'revenue_in' and o.from_address = ${books.treasury}
        and o.kind = 'treasury_out' and o.to_address = i.from_address and o.amount_atomic = i.amount_atomic
        -- What a payment explains was not to go back.
        and ${paymentOf(sql, { network, books }, sql`i`)} is null
    ), loose_out as (
      select e.*, row_number() over (partition by e.to_address, e.amount_atomic order by e.block, e.log_index) as nth
      from entry e
      left join paid_out o using (tx_hash, log_index)
      left join returned r on r.out_tx = e.tx_hash and r.out_log = e.log_index
      left join revenue_back b using (tx_hash, log_index)
      where e.from_address = ${books.treasury} and o.payment_id is null and r.out_tx is null and b.in_tx is null
    ), sent_back as materialized (
      -- What nobody was asked for and went back to its sender, or the other way round, pair by pair.
      select i.tx_hash as in_tx, i.log_index as in_log, o.tx_hash as out_tx, o.log_index as out_log
      from loose_in i
      join loose_out o on o.to_address = i.from_address and o.amount_atomic = i.amount_atomic and o.nth = i.nth
      where o.kind = 'treasury_out'
    ), rest_in as materialized (
      select i.* from loose_in i left join sent_back s on s.in_tx = i.tx_hash and s.in_log = i.log_index
      where s.in_tx is null
    ), rest_out as materialized (
      select o.* from loose_out o left join sent_back s on s.out_tx = o.tx_hash and s.out_log = o.log_index
      where s.out_tx is null
    ), made_good as materialized (
      -- What left for no bounty, and came again later to the unit, from wherever.
      select i.tx_hash as in_tx, i.log_index as in_log, o.tx_hash as out_tx, o.log_index as out_log
      from (
        select *, row_number() over (partition by amount_atomic order by block, log_index) as turn from rest_in i
        where exists (select from rest_out o where o.amount_atomic = i.amount_atomic
                      and (o.block, o.log_index) < (i.block, i.log_index))
      ) i
      join (select *, row_number() over (partition by amount_atomic order by block, log_index) as turn from rest_out) o
        on o.amount_atomic = i.amount_atomic and o.turn = i.turn
      where (o.block, o.log_index) < (i.block, i.log_index)
    ), unexplained_in as (
      select i.* from rest_in i left join made_good g on g.in_tx = i.tx_hash and g.in_log = i.log_index
      where g.in_tx is null
    ), unmatched_in as materialized (
      select * from unexplained_in where from_address <> ${books.revenue}
    ), revenue_float as materialized (
      -- What the owner moved here from PAY_TO, to send back from.
      select * from unexplained_in where from_address = ${books.revenue}
    ), unknown_revenue as materialized (
      select e.* from entry e
      where e.kind = 'revenue_in' and e.to_address = ${books.revenue}
        and not exists (select from revenue_back b where b.in_tx = e.tx_hash and b.in_log = e.log_index)
        and ${paymentOf(sql, { network, books }, sql`e`)} is null
    ), unmatched_out as materialized (
      select o.* from rest_out o left join made_good g on g.out_tx = o.tx_hash and g.out_log = o.log_index
      where g.out_tx is null
    ), claim as materialized (
      select a.*, i.tx_hash as in_tx, i.written_at as in_written_at,
             i.tx_hash is not null or coalesce(a.said_paid_at < ${settledBefore.toISOString()}, false) as arrived,
             exists (select from paid_out o where o.payment_id = a.payment_id) as gone
      from account a
      left join paid_in i using (payment_id)
    ), ending as materialized (
      select distinct on (from_address, onchain_id) * from entry where kind in ('released', 'cancelled', 'refunded')
      order by from_address, onchain_id, block, log_index
    ), post as materialized (
      select e.*, o.payment_id, x.kind as end_kind, x.tx_hash as end_tx, x.written_at as end_written_at
      from entry e
      left join paid_out o using (tx_hash, log_index)
      left join ending x on x.onchain_id = e.onchain_id and x.from_address = e.to_address
      where e.kind = 'posted'
    )`
}

/**
 * The id of the settled payment for a transfer to PAY_TO, or null. It is a subquery because the session disables nested loops
 * (`inSnapshot`): a join would read the whole journal, and the subquery reads one index entry for each of these few transfers.
 */
function paymentOf(sql: Sql, { network, books }: Pick<AsOf, 'network' | 'books'>, entry: Fragment): Fragment {
  return sql`(
    select p.id from payment_journal p
    where p.network = ${network} and p.asset = ${books.token} and p.payer = ${entry}.from_address
      and p.nonce = '0x' || encode(${entry}.ref, 'hex') and p.state = 'settled' limit 1)`
}

/** Computes the totals of the books and the journal. */
export async function readSums(sql: Sql, at: AsOf): Promise<Sums> {
  const { treasury } = at.books
  const query: PendingQuery<Row[]> = sql`
    with ${booksSql(sql, at)}
    select
      (select coalesce(sum(amount_atomic), 0) from entry where to_address = ${treasury}) as "inflows",
      (select coalesce(sum(amount_atomic), 0) from entry where from_address = ${treasury}) as "outflows",
      (select coalesce(sum(amount_atomic), 0) from unmatched_in) as "unmatchedIn",
      (select coalesce(sum(amount_atomic), 0) from unmatched_out) as "unmatchedOut",
      (select coalesce(sum(amount_atomic), 0) from revenue_float)
        - (select coalesce(sum(amount_atomic), 0) from revenue_back) as "revenue",
      (select coalesce(sum(owed), 0) from claim where arrived and not gone) as "inFlight",
      (select coalesce(sum(amount_atomic), 0) from post where payment_id is not null and end_kind is null) as "oursOpen",
      (select coalesce(sum(amount_atomic), 0) from post
       where from_address <> ${treasury} and payment_id is null and end_kind is null) as "othersOpen",
      (select coalesce(sum(amount_atomic), 0) from post where end_kind is null) as "allOpen",
      (select coalesce(sum(case kind when 'escrow_in' then amount_atomic else -amount_atomic end), 0) from entry
       where kind in ('escrow_in', 'escrow_out')) as "stray"`
  const [row] = await query
  return Object.fromEntries(Object.entries(row!).map(([name, sum]) => [name, BigInt(sum as string)])) as Sums
}
