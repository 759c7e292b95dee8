import 'server-only'
import type { Sql } from '#lib/adapters/db'
import type { PaymentKey } from '#lib/schemas/payment-key'
import { bountyRef } from '#lib/services/bounties/identity'
import type { Trace } from '#lib/services/ledger/find-in-books'
import type { FindingCode } from '#lib/services/ledger/finding'

type Named = { code: FindingCode; id: string }

/**
 * Finds faults of bounties and keys that are visible in the database alone, on all networks.
 *
 * @param input.treasury lower case
 * @param input.stuckAfterMs how long a bounty may be between two states
 */
export async function findInJournal(args: {
  sql: Sql
  input: { treasury: string; stuckAfterMs: number }
}): Promise<Trace[]> {
  const found = await Promise.all([findInBounties(args), findForeignRefs(args), findNonceGaps(args)])
  return found.flat().map((row) => ({ ...row, amountAtomic: undefined }))
}

function findInBounties(args: {
  sql: Sql
  input: { treasury: string; stuckAfterMs: number }
}): Promise<Named[]> {
  const { sql, input } = args
  return sql<Named[]>`
    select 'bounty_differs_from_payment' as code, b.bounty_id as id
    from bounty b join payment p on p.id = b.payment_id left join bounty_order o on o.payment_id = p.id
    where (p.state, p.payer, p.network, p.amount_atomic, p.settle_tx, lower(p.pay_to), o.title, o.brief, o.amount_usdc)
          is distinct from
          ('settled', b.payer, 'eip155:' || b.chain_id, b.amount_usdc * 1000000::numeric, b.payment_tx,
           -- What has left the treasury may have left one before this.
           case when b.post_is_final or b.state = 'failed' then lower(p.pay_to) else ${input.treasury} end,
           b.title, b.brief, b.amount_usdc)
    union all
    select 'payment_without_bounty', 'payment ' || p.id
    from bounty_order o join payment p on p.id = o.payment_id left join bounty b on b.payment_id = p.id
    where p.state = 'settled' and b.bounty_id is null
    union all
    -- Real time, as the lease of whoever tries it.
    select 'payment_undecided', 'payment ' || id
    from payment
    where closed_at is null and state in ('claimed', 'settling')
      and claimed_until < now() - make_interval(secs => ${input.stuckAfterMs / 1_000})
    union all
    select 'bounty_without_token', b.bounty_id
    from bounty b where not exists (select from agent_token t where t.bounty_id = b.bounty_id)
    union all
    -- Its log ends with the state it is in, and nothing is logged after an end.
    select 'bounty_differs_from_log', b.bounty_id
    from bounty b
    left join lateral (
      select data ->> 'state' as state,
             lead(data ->> 'state') over (order by id desc) in ('accepted', 'cancelled', 'expired_refunded', 'failed')
               as follows_end
      from event where subject = 'bounty' and subject_id = b.bounty_id and data ->> 'state' is not null
      order by id desc limit 1
    ) l on true
    where l.state is distinct from b.state or l.follows_end
    union all
    select 'bounty_stuck', b.bounty_id
    from bounty b
    where b.state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')
      and (select max(at) from event
           where subject = 'bounty' and subject_id = b.bounty_id and data ->> 'state' = b.state)
          < service_now() - make_interval(secs => ${input.stuckAfterMs / 1_000})
      and not exists (select from bounty_hindrance h where h.bounty_id = b.bounty_id and h.code = 'waits_for_limit')
    union all
    select 'expiry_late', bounty_id
    from bounty
    where state = 'open' and deadline < service_now() - make_interval(secs => ${input.stuckAfterMs / 1_000})
    union all
    select 'return_late', 'eip155:' || chain_id || ' 0x' || encode(tx_hash, 'hex')
    from inflow_return
    where state = 'asked' and asked_at < service_now() - make_interval(secs => ${input.stuckAfterMs / 1_000})
    order by code, id`
}

/** The reference of a bounty is derived from its payment. Ended bounties send no more transactions. */
async function findForeignRefs({ sql }: { sql: Sql }): Promise<Named[]> {
  const rows = await sql<(PaymentKey & { bountyId: string; ref: Uint8Array })[]>`
    select b.bounty_id as "bountyId", b.ref, p.network, p.asset, p.payer, p.nonce
    from bounty b join payment p on p.id = b.payment_id
    where b.state not in ('accepted', 'cancelled', 'expired_refunded', 'failed')
    order by b.bounty_id`
  return rows
    .filter((row) => Buffer.compare(bountyRef(row), row.ref) !== 0)
    .map((row) => ({ code: 'bounty_of_other_payment', id: row.bountyId }))
}

/**
 * A nonce that no row has, below one that is mined: the key was used elsewhere, or its row is missing (a restored backup). Nonces that a
 * replay has recorded after a restored backup are not gaps.
 */
function findNonceGaps({ sql }: { sql: Sql }): Promise<Named[]> {
  return sql<Named[]>`
    with mined as (
      select chain_id, sender, max(nonce) as top from chain_tx
      where state in ('mined', 'final', 'reverted') group by chain_id, sender
    ), used as (
      select chain_id, sender, min(nonce) as first, max(nonce) as last, count(*) as nonces
      from chain_tx join mined using (chain_id, sender)
      where nonce <= top
      group by chain_id, sender
    )
    select 'nonce_gap' as code, 'eip155:' || chain_id || ' ' || sender || ' ' || first || '…' || last as id
    from used
    where last - first + 1 <> nonces + (
      select coalesce(sum(least(r.to_nonce, used.last) - greatest(r.from_nonce, used.first) + 1), 0)
      from replayed_nonces r
      where r.chain_id = used.chain_id and r.sender = used.sender and r.from_nonce <= used.last
        and r.to_nonce >= used.first)
    order by id`
}
