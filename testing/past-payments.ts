import type { Sql } from '#lib/adapters/db'

/**
 * Fills the journal with settled payments, a hundred per wallet and half on each network, and updates PostgreSQL's statistics as
 * autovacuum does. With an empty journal PostgreSQL would plan for a table size that is wrong a minute later.
 */
export async function insertPastPayments(sql: Sql, { count }: { count: number }): Promise<void> {
  await sql`
    insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                         payload_hash, state, settle_tx, claimed_until, closed_at)
    select (array['eip155:8453', 'eip155:5042'])[1 + n % 2], '0x' || repeat('a5', 20),
           '0x' || left(encode(sha256((n / 100)::text::bytea), 'hex'), 40), '0x' || encode(hash, 'hex'),
           '0x' || repeat('0e', 20), 10000, extract(epoch from now()), 'queryObservations', hash, hash, 'settled', hash, now(), now()
    from generate_series(1, ${count}) as n, lateral (select sha256(n::text::bytea) as hash) as hashed`
  await sql`vacuum analyze payment`
}
