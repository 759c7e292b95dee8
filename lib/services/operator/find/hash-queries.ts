import 'server-only'
import { fromHex } from '#lib/domain/proof/leaf'
import type { Found } from '#lib/schemas/operator-find'
import { findHashSql } from '#lib/services/anchors/search-id'
import type { IdQueries } from '#lib/services/operator/find/id-search'
import { type FindContext, nameColumns } from '#lib/services/operator/find/name-columns'
import { bountiesOfTransaction, paymentsOfHash } from '#lib/services/operator/find/payment-queries'
import { reportsOf } from '#lib/services/operator/find/report-queries'

/** Queries for 32 bytes: in transactions, payments, bounties, files and trees. */
export function hashQueries(ctx: FindContext, value: `0x${string}`): IdQueries {
  const { sql, env } = ctx
  const name = nameColumns(ctx)
  const hash = Buffer.from(fromHex(value))
  const digits = value.slice(2)
  const chainIds = env.networks.map(({ chainId }) => chainId)
  return {
    payments: paymentsOfHash(ctx, value),
    'transactions of ours': () => sql<Found[]>`
      select 'transaction of ours' as kind, tx.id::text, attempt.created_at as at,
             '/operator/chains/transactions/' || tx.id as href,
             'An attempt at transaction ' || tx.id || ' (' || ${name.words('tx.kind')} || '), ' || tx.state
             || case when tx.mined_hash is null or tx.mined_hash = attempt.hash then '.' else '; another attempt is the one in the chain.' end as text
      from chain_attempt attempt join chain_tx tx on tx.id = attempt.tx_id where attempt.hash = ${hash}`,
    bounties: () => sql<Found[]>`
      select 'bounty' as kind, found.bounty_id as id, found.paid_at as at, '/operator/bounties/' || found.bounty_id as href,
             found.why || ' ' || to_char(found.amount_usdc, 'FM999,999') || ' USDC, ' || ${name.words('found.state')} || ': ' || found.title as text
      from (
        select distinct on (bounty_id) * from (
          select 'Its reference in the contract:' as why, bounty.* from bounty where ref = ${hash}
          union all
          select 'Paid for by this transaction:', bounty.* from payment join bounty on bounty.payment_id = payment.id
          where payment.settle_tx = ${hash}
          union all
          ${bountiesOfTransaction(ctx, hash)}) every_one
        order by bounty_id) found`,
    'the books': () => sql<Found[]>`
      select 'entry of the books' as kind, 'log ' || log_index as id, null::timestamptz as at, null as href,
             ${name.words('kind')} || ', ' || trim_scale((amount_atomic / 1000000)::numeric(78, 6)) || ' USDC from ' || from_address || ' to '
             || case kind when 'revenue_in' then 'the revenue wallet ' when 'treasury_in' then 'the treasury ' else '' end || to_address
             || ' in block ' || block || ' of ' || ${name.chain()} || '.' as text
      from ledger_entry where chain_id = any(${chainIds}::int[]) and tx_hash = ${hash} limit 20`,
    films: () => sql<Found[]>`
      select 'submission' as kind, submission.submission_id as id, submitted_at as at,
             '/operator/bounties/' || bounty_id || '#' || submission.submission_id as href,
             'The film with this fingerprint, for bounty ' || bounty_id || ' by ' || contributor || '.' as text
      from submission_file join submission using (submission_id) where submission_file.sha256 = ${hash}`,
    captures: () => sql<Found[]>`
      select 'capture' as kind, encode(sha256, 'hex') as id, received_at as at,
             '/operator/captures?id=' || encode(sha256, 'hex') as href,
             case when tree_id is null then 'Waits for its tree.' else 'In tree ' || tree_id || '.' end as text
      from capture where sha256 = ${hash}`,
    reports: reportsOf(ctx, digits),
    trees: async () => {
      const rows = await sql.unsafe(findHashSql, [hash], { prepare: true })
      return rows
        .filter((row) => row.kind !== 'fingerprint' && row.tree_id !== null)
        .map((row) => ({
          kind: 'tree',
          id: String(row.tree_id),
          at: null,
          href: `/trees/${row.tree_id}`,
          text: `This is the ${row.kind} ${row.kind === 'root' ? 'of' : 'in'} tree ${row.tree_id}.`,
        }))
    },
    'public proofs': async () => {
      const [known] = await sql`select 1 from capture where sha256 = ${hash} and tree_id is not null`
      const text = 'The public page of this fingerprint.'
      return known ? [{ kind: 'proof', id: digits, at: null, href: `/verify/${digits}`, text }] : []
    },
  }
}
