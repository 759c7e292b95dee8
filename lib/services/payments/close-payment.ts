import 'server-only'
import { type Hex, hexToBytes } from 'viem'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { type Claim, createdMs } from '#lib/services/payments/claim-payment'
import { journalLane } from '#lib/services/payments/journal-lane'
import { bountyOperation } from '#lib/services/payments/types'

type Paid = { id: number; transaction: Hex }
const settle = journalLane(async (sql, paid: readonly Paid[]) => {
  await storeSettled(sql, paid)
  return paid.map(() => undefined)
})

/**
 * settling or failed → settled. Needs no fencing token: that the money moved is a fact of the chain, whoever finds it.
 * Never an order, which is settled together with its bounty.
 */
export async function markSettled(args: { ctx: Pick<Context, 'sql'>; input: Paid }): Promise<void> {
  await settle(args.ctx.sql, args.input)
}

async function storeSettled(sql: Sql, paid: readonly Paid[]): Promise<void> {
  const rows = paid.map(({ id, transaction }) => ({ id, transaction: transaction.slice(2) }))
  // Asynchronous commit: a lost mark leaves the row `settling`, and the chain tells the same again. Asked of each row of the
  // list, it also has the planner expect a short list, for which it probes the index: of a hundred it would read the whole journal.
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (id bigint, transaction text)
      where set_config('synchronous_commit', 'off', true) = 'off'
    )
    update payment
    set state = 'settled', settle_tx = decode(given.transaction, 'hex'), closed_at = service_now(), reason = null
    from given
    where payment.id = given.id and payment.state in ('settling', 'failed')
      and payment.operation <> ${bountyOperation}`
}

/** settling → failed: the money did not move. It may still, by a stranger's hand, so the row stays open. */
export async function markFailed(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { reason: string }
}): Promise<void> {
  const { id, attempt, reason } = args.input
  await args.ctx.sql`
    update payment set state = 'failed', reason = ${reason}
    where id = ${id} and attempt = ${attempt} and state = 'settling'`
}

/** claimed → void: the answer was a refusal, so nothing is charged and the same payment may be shown again. */
export async function voidPayment(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { reason: string }
}): Promise<void> {
  const { id, attempt, reason } = args.input
  await args.ctx.sql`
    update payment set state = 'void', reason = ${reason}, closed_at = service_now()
    where id = ${id} and attempt = ${attempt} and state = 'claimed'`
}

/** Lets the next one who asks look at once, instead of waiting for our lease to end. Notes where the money was sent. */
export async function releaseSettlement(args: {
  ctx: Pick<Context, 'sql'>
  input: Claim & { transaction: Hex | undefined }
}): Promise<void> {
  const { id, attempt, transaction } = args.input
  await args.ctx.sql`
    update payment
    set claimed_until = now(), settle_tx = coalesce(${transaction ? Buffer.from(hexToBytes(transaction)) : null}, settle_tx)
    where id = ${id} and attempt = ${attempt} and state = 'settling'`
}

/** Takes over a settlement whose taker is gone. */
export async function retakeSettlement(args: {
  ctx: Pick<Context, 'sql'>
  id: number
  attempt: number
  seconds: number
}): Promise<Claim | undefined> {
  const [row] = await args.ctx.sql<{ attempt: number; createdMs: number }[]>`
    update payment
    set attempt = attempt + 1, claimed_until = now() + make_interval(secs => ${args.seconds})
    where id = ${args.id} and attempt = ${args.attempt} and state = 'settling' and claimed_until <= now()
    returning attempt, ${createdMs(args.ctx.sql)}`
  return row && { id: args.id, attempt: row.attempt, createdAt: new Date(row.createdMs) }
}
