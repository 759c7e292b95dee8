import type { Sql } from '#lib/adapters/db'

/**
 * A journal of a service that has been at work: a hundred payments from each of a number of wallets, and the statistics
 * that autovacuum keeps of them. On an empty one a database plans for a table it will not have a minute later.
 */
export async function givePast(sql: Sql, { wallets }: { wallets: number }): Promise<void> {
  await sql`
    insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                         payload_hash, state, settle_tx, claimed_until, closed_at)
    select (array['eip155:8453', 'eip155:5042'])[1 + n % 2], '0x' || repeat('a5', 20),
           '0x' || left(encode(sha256((n / 100)::text::bytea), 'hex'), 40), '0x' || encode(sha256(n::text::bytea), 'hex'),
           '0x' || repeat('0e', 20), 10000, extract(epoch from now()), 'querySpatial', sha256(n::text::bytea),
           sha256(n::text::bytea), 'settled', sha256(n::text::bytea), now(), now()
    from generate_series(1, ${wallets * 100}) as n`
  await sql`vacuum analyze payment`
}
