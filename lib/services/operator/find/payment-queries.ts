import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { readableUsdc } from '#lib/domain/money/money'
import { paymentStateText } from '#lib/domain/payment/payment-state-text'
import { fromHex } from '#lib/domain/proof/leaf'
import type { Found } from '#lib/schemas/operator-find'
import { movesAfterPayment } from '#lib/services/operator/bounties/bounty-moves'
import type { IdQuery } from '#lib/services/operator/find/id-search'
import type { FindContext } from '#lib/services/operator/find/name-columns'

// Searches for payments by the ids that belong to them.

type Row = {
  /** How the payment belongs to the id that was searched for. */
  why: string
  id: string
  state: Parameters<typeof paymentStateText>[0]['state']
  isWatched: boolean
  amount: string
  operation: string
  payer: string
  network: string
  at: string
  createTx: Uint8Array | null
  acceptTx: Uint8Array | null
  payoutTx: Uint8Array | null
}

/** The payment with this number. */
export function paymentOfNumber(ctx: FindContext, value: number): IdQuery {
  const { sql } = ctx
  return paymentsIn(
    ctx,
    sql`select '' as why, ${shown(sql)} from payment_journal payment where id = ${value}`,
  )
}

/** Payments with this nonce, settled by this transaction, or of a bounty whose money it moved. */
export function paymentsOfHash(ctx: FindContext, value: `0x${string}`): IdQuery {
  const { sql } = ctx
  const hash = Buffer.from(fromHex(value))
  return paymentsIn(
    ctx,
    sql`
      select case when settle_tx = ${hash} then 'Settled by this transaction.' else 'Has this nonce.' end as why, ${shown(sql)}
      from payment_journal payment where settle_tx = ${hash} or nonce = ${value}
      union all
      select 'Its settlement was sent in this transaction.', ${shown(sql)}
      from chain_attempt attempt join settlement_journal settlement on settlement.chain_tx_id = attempt.tx_id
      join payment_journal payment using (network, asset, payer, nonce)
      where attempt.hash = ${hash} and payment.settle_tx is distinct from ${hash}
      union all
      select 'This transaction is of its bounty.', ${shown(sql)}
      from (select distinct bounty.payment_id from (${bountiesOfTransaction(ctx, hash)}) bounty) moved
      join payment on payment.id = moved.payment_id
      where payment.settle_tx is distinct from ${hash}`,
  )
}

/** The bounties for which a transaction was sent, or whose money it moved, each with the reason. */
export function bountiesOfTransaction({ sql, env }: FindContext, hash: Buffer) {
  const chainIds = env.networks.map(({ chainId }) => chainId)
  return sql`
    select 'Asked for in this transaction:' as why, bounty.*
    from chain_attempt attempt join chain_tx tx on tx.id = attempt.tx_id
    join bounty on bounty.ref = decode(substring(tx.idem_key from '^bounty_[a-z]+:0x([0-9a-f]{64}):'), 'hex')
    where attempt.hash = ${hash}
    union all
    select 'The books have this transaction for it:', bounty.*
    from ledger_entry entry join bounty on bounty.chain_id = entry.chain_id
      and (bounty.ref = entry.ref or (bounty.post_is_final and bounty.onchain_id = entry.onchain_id
        and bounty.escrow in (entry.from_address, entry.to_address)))
    where entry.chain_id = any(${chainIds}::int[]) and entry.tx_hash = ${hash}`
}

function shown(sql: Sql) {
  return sql`payment.id, payment.state, payment.closed_at, payment.amount_atomic, payment.operation, payment.payer, payment.network,
    payment.created_at`
}

function paymentsIn(ctx: FindContext, selected: ReturnType<typeof shown>): IdQuery {
  return async () => {
    const rows = await ctx.sql<Row[]>`
      select distinct on (found.id) found.why, found.id::text as id, found.state, found.closed_at is null as "isWatched",
        found.amount_atomic::text as amount, found.operation, found.payer, found.network, found.created_at as at,
        bounty.create_tx as "createTx", bounty.accept_tx as "acceptTx", bounty.payout_tx as "payoutTx"
      from (${selected}) found left join bounty on bounty.payment_id = found.id order by found.id`
    return rows.map((row) => describe(ctx, row))
  }
}

function describe({ env, operationNames }: FindContext, row: Row): Found {
  const { why, id, state, isWatched, amount, operation, payer, network, at } = row
  const movedTo = movesAfterPayment(row).at(-1)?.to
  const fate = paymentStateText({ state, isWatched, movedTo }).toLowerCase()
  const name = env.networks.find((one) => one.id === network)?.name ?? network
  const what = `${operationNames[operation] ?? operation}, by ${payer} on ${name}.`
  return {
    kind: 'payment',
    id,
    at,
    href: `/operator/payments/${id}`,
    text: `Payment ${id}: ${readableUsdc(BigInt(amount))} USDC, ${fate}. ${why && `${why} `}${what}`,
  }
}
