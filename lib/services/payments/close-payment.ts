import 'server-only'
import { type Hex, hexToBytes } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { commitAs, durable, givenRows, mayBeLost } from '#lib/adapters/durability'
import { type Claim, createdMs } from '#lib/services/payments/claim-payment'
import { journalBatcher } from '#lib/services/payments/journal-batcher'
import { settleOrder } from '#lib/services/payments/settle-order'
import { bountyOperation } from '#lib/services/payments/types'

// The changes of a payment's row after its claim.

type Paid = { id: number; transaction: Hex }
const settle = journalBatcher(async (sql, paid: readonly Paid[]) => {
  await storeSettled(sql, paid)
  return paid.map(() => undefined)
})

/** settling or failed → settled; an order also begins its bounty. A payment that is settled already is not changed. */
export async function recordSettled(args: {
  ctx: Pick<Context, 'db' | 'sql' | 'env' | 'chains'>
  input: Paid & { operation: string }
}): Promise<void> {
  const { ctx, input } = args
  if (input.operation === bountyOperation) await settleOrder({ ctx, input })
  else await markSettled({ ctx, input })
}

/**
 * settling or failed → settled, for look-ups only: an order is settled together with its bounty. It needs no fencing token, because the
 * chain shows that the money moved.
 */
export async function markSettled(args: { ctx: Pick<Context, 'sql'>; input: Paid }): Promise<void> {
  await settle(args.ctx.sql, args.input)
}

async function storeSettled(sql: Sql, paid: readonly Paid[]): Promise<void> {
  const rows = paid.map(({ id, transaction }) => ({ id, transaction: transaction.slice(2) }))
  const columns = sql`id bigint, transaction text`
  const durability = mayBeLost(
    'the payment is then still settling, and the chain says again that it was paid',
  )
  await sql`
    with ${givenRows(sql, { rows, columns, durability })}
    update payment
    set state = 'settled', settle_tx = decode(given.transaction, 'hex'), closed_at = service_now(), reason = null
    from given
    where payment.id = given.id and payment.state in ('settling', 'failed')
      and payment.operation <> ${bountyOperation}`
}

/** settling → failed: the money did not move. A stranger may still send the authorization, so the payment stays open. */
export async function markFailed(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { reason: string }
}): Promise<void> {
  const { sql } = args.ctx
  const { id, attempt, reason } = args.input
  await sql`
    update payment set state = 'failed', reason = ${reason}
    where id = ${id} and attempt = ${attempt} and state = 'settling'
    returning ${commitAs(sql, durable)}`
}

/** Moves a payment from `claimed` to `void` after a refusal: nothing is charged, and the payment may be sent again. */
export async function voidPayment(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { reason: string }
}): Promise<void> {
  const { sql } = args.ctx
  const { id, attempt, reason } = args.input
  await sql`
    update payment set state = 'void', reason = ${reason}, closed_at = service_now()
    where id = ${id} and attempt = ${attempt} and state = 'claimed'
    returning ${commitAs(sql, durable)}`
}

/** Ends the lease of this request, so that the next one reads the chain at once. Stores the transaction, if known. */
export async function releaseSettlement(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { transaction: Hex | undefined }
}): Promise<void> {
  const { sql } = args.ctx
  const { id, attempt, transaction } = args.input
  await sql`
    update payment
    set claimed_until = now(), settle_tx = coalesce(${transaction ? Buffer.from(hexToBytes(transaction)) : null}, settle_tx)
    where id = ${id} and attempt = ${attempt} and state = 'settling'
    returning ${commitAs(sql, durable)}`
}

/** Takes over a settlement whose lease is over; `undefined` when another request was first. */
export async function takeOverSettlement(args: {
  ctx: Pick<Context, 'sql'>
  id: number
  attempt: number
  seconds: number
}): Promise<Claim | undefined> {
  const { sql } = args.ctx
  const [row] = await sql<{ attempt: number; createdMs: number }[]>`
    update payment
    set attempt = attempt + 1, claimed_until = now() + make_interval(secs => ${args.seconds})
    where id = ${args.id} and attempt = ${args.attempt} and state = 'settling' and claimed_until <= now()
    returning attempt, ${createdMs(sql)}, ${commitAs(sql, durable)}`
  return row && { id: args.id, attempt: row.attempt, createdAt: new Date(row.createdMs) }
}
