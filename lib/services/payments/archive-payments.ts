import 'server-only'
import type { TransactionSql } from 'postgres'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { type Batch, nextBatch } from '#lib/adapters/db/next-batch'
import { bountyOperation } from '#lib/services/payments/types'

/**
 * Payments are processed in the order in which they were created. One that was settled later than this after its creation is skipped and
 * stays in `payment`.
 */
const settledWithinDays = 1
/** In real time, not the sandbox's. Requests take seconds, so none that has read a payment is still running after this. */
const restedHours = 24

/**
 * Moves the oldest payments for look-ups that were settled more than `ARCHIVE_DAYS` ago to `archived_payment`, with the number of their
 * transaction in `settlement`. Written and deleted in one transaction, by one worker at a time.
 *
 * Never moved: orders, payments that are not settled or whose transaction is not final, and those that an identifier names.
 *
 * @returns `more`: there may be others to move now
 */
export async function archivePayments(args: {
  ctx: Pick<Context, 'sql' | 'env'>
  input?: { atOnce?: number }
}): Promise<{ archived: number; more: boolean }> {
  const { sql, env } = args.ctx
  const days = env.archiveDays
  const done = await sql.begin(async (tx) => {
    const batch = await nextBatch(tx, {
      name: 'payment',
      limit: args.input?.atOnce,
      rows: ({ after, limit }) => tx`
        select id, created_at >= service_now() - make_interval(days => ${days + settledWithinDays}::int) as is_young
        from payment where id > ${after} order by id limit ${limit}`,
    })
    if (!batch) return { archived: 0, more: false }
    const archived = await move(tx, batch, days)
    await tx`update archive_progress set until_id = ${batch.last} where name = 'payment'`
    return { archived, more: batch.isFull }
  })
  if (done.archived > 0) await analyzeIfGrown(sql)
  return done
}

/**
 * Updates PostgreSQL's statistics each time the archive has doubled. Otherwise requests would read the whole table for each payment, as
 * planned while it was empty, until autovacuum looks at it.
 */
async function analyzeIfGrown(sql: Sql): Promise<void> {
  const [table] = await sql<{ hasGrown: boolean }[]>`
    select pg_relation_size(oid) > 2 * relpages * current_setting('block_size')::bigint as "hasGrown"
    from pg_class where oid = 'archived_payment'::regclass`
  if (table!.hasGrown) await sql`analyze archived_payment`
}

async function move(tx: TransactionSql, { after, last }: Batch, days: number): Promise<number> {
  const { count } = await tx`
    with movable as materialized (
      select p.*, s.chain_tx_id
      from payment p
      left join settlement s
        on s.network = p.network and s.asset = p.asset and s.payer = p.payer and s.nonce = p.nonce
      left join chain_tx t on t.id = s.chain_tx_id
      where p.id > ${after} and p.id <= ${last}
        and p.state = 'settled' and p.operation <> ${bountyOperation}
        and p.closed_at < service_now() - make_interval(days => ${days}::int)
        and p.claimed_until < now() - make_interval(hours => ${restedHours}::int)
        and (t.id is null or t.state = 'final') and (s.contract_payer and s.ended_at is null) is not true
        and not exists (select from payment_identifier i where i.payment_id = p.id)
        and not exists (select from bounty_order o where o.payment_id = p.id)
        -- What the archive would not give back exactly stays.
        and p.network ~ '^eip155:[1-9][0-9]{0,8}$' and p.nonce ~ '^0x[0-9a-f]{64}$'
        and p.asset ~ '^0x[0-9a-f]{40}$' and p.payer ~ '^0x[0-9a-f]{40}$' and p.pay_to ~ '^0x[0-9a-f]{40}$'
        and p.reason is null
      for update of p
    ), unsettled as (
      delete from settlement s using movable m
      where s.network = m.network and s.asset = m.asset and s.payer = m.payer and s.nonce = m.nonce
    )
    insert into archived_payment (id, chain_tx_id, created_at, closed_at, claimed_until, looked_at, chain_id, attempt, asset, payer,
                                  pay_to, nonce, request_hash, payload_hash, settle_tx, amount_atomic, valid_before, operation)
    select id, chain_tx_id, created_at, closed_at, claimed_until, looked_at, split_part(network, ':', 2)::int, attempt,
           decode(substr(asset, 3), 'hex'), decode(substr(payer, 3), 'hex'), decode(substr(pay_to, 3), 'hex'),
           decode(substr(nonce, 3), 'hex'), request_hash, payload_hash, settle_tx, amount_atomic, valid_before, operation
    from movable`
  if (count === 0) return 0
  await tx`
    delete from payment p using archived_payment a
    where p.id > ${after} and p.id <= ${last} and a.id = p.id`
  return count
}
