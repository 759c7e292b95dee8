import 'server-only'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import { commitAs, durable } from '#lib/adapters/durability'
import { isNonceSpent } from '#lib/adapters/facilitator/authorization'
import { nextPaymentStep, type ReconciliationFacts } from '#lib/domain/payment/next-payment-step'
import type { PaymentKey } from '#lib/schemas/payment-key'
import { noteRun } from '#lib/services/health/note-run'
import { recordSettled } from '#lib/services/payments/close-payment'
import { chainOf, type ReadTransfer, readTransfer } from '#lib/services/payments/read-transfer'

type Ctx = Pick<Context, 'env' | 'sql' | 'db' | 'chains' | 'log'>

type OpenPayment = PaymentKey & {
  id: string
  state: 'claimed' | 'settling' | 'failed'
  attempt: number
  operation: string
  payTo: string
  amountAtomic: string
  validBefore: string
  wasStored: boolean
  watchedEnough: boolean
  createdMs: number
}

/** The last block that cannot be undone; `timestamp` in epoch seconds. */
type Final = { blockNumber: bigint; timestamp: bigint }

/** How many payments were recorded as settled, as failed for good and as void, and how many stay open. */
type Counts = { settled: number; failed: number; voided: number; open: number }
/** `more`: there may be more void payments to delete. */
export type Reconciled = Counts & { more: boolean }

const pageSize = 100
/** The limit of one run. */
const maxForgotten = 1_000
/**
 * Some authorizations never expire, so watching must end. The chain is read each time a payment's age has grown by a tenth,
 * about a hundred times in all, and no more after this many days.
 */
const maxWatchDays = 30

/**
 * Finds out what became of every open payment that no request works on, from the chain alone. It is settled when the money
 * moved, by any sender's transaction, and an order then begins its bounty. It has failed once no block can take the
 * authorization any more, or after `maxWatchDays`; from then on the chain is read again only if the same payment is shown again. A
 * claim whose process died becomes void, because nothing was sent for it. If an earlier attempt may have sent the authorization, it
 * becomes failed and stays watched. Any number of processes may call it.
 */
export async function reconcilePayments(args: { ctx: Ctx }): Promise<Reconciled> {
  const { ctx } = args
  const found: Counts = { settled: 0, failed: 0, voided: 0, open: 0 }
  const finals = new Map<string, Promise<Final>>()
  const finalOf = (network: string) => {
    const known = finals.get(network) ?? readFinal(ctx, network)
    finals.set(network, known)
    return known
  }
  for (let after = '0', page = pageSize; page === pageSize; ) {
    const rows = await loadOpen(ctx, after)
    page = rows.length
    after = rows.at(-1)?.id ?? after
    for (const ended of await Promise.all(rows.map((row) => reconcile(ctx, row, finalOf)))) found[ended] += 1
  }
  const more = await deleteVoidPayments(ctx)
  const { settled, failed, voided } = found
  await noteRun({ ctx, input: { name: 'reconcile_payments', found: settled + failed + voided } })
  return { ...found, more }
}

async function reconcile(
  ctx: Ctx,
  row: OpenPayment,
  finalOf: (network: string) => Promise<Final>,
): Promise<keyof Counts> {
  let facts: ReconciliationFacts = {
    asker: 'reconciliation',
    state: row.state,
    lease: 'over',
    transfer: 'unread',
    wasStored: row.wasStored,
    isExpired: false,
    spentForGood: 'unread',
    watchedEnough: row.watchedEnough,
  }
  let transfer: ReadTransfer | undefined
  try {
    for (;;) {
      const step = nextPaymentStep(facts)
      switch (step.do) {
        case 'read': {
          // The final block is read before the transfer, so that a transfer up to that block cannot be missed.
          const final = await finalOf(row.network)
          if (step.fact === 'spentForGood') {
            facts = { ...facts, spentForGood: await isSpentAt(ctx, row, final.blockNumber) }
            break
          }
          const input = { ...row, amountAtomic: BigInt(row.amountAtomic), createdAt: new Date(row.createdMs) }
          transfer = await readTransfer({ ctx, input, since: final.blockNumber })
          const isExpired = final.timestamp >= BigInt(row.validBefore)
          facts = { ...facts, transfer: transfer.is, isExpired }
          break
        }
        case 'abandon':
          if (!(await abandon(ctx, row, step.as))) return 'open'
          if (step.as === 'void') return 'voided'
          facts = { ...facts, state: step.as }
          break
        case 'recordSettled': {
          if (transfer?.is !== 'paid') throw new Error(`payment ${row.id} has no transfer`)
          const { transaction } = transfer
          await recordSettled({ ctx, input: { id: Number(row.id), operation: row.operation, transaction } })
          ctx.log.info({ paymentId: row.id, txHash: transaction }, 'payment found settled')
          return 'settled'
        }
        case 'close':
          return (await closeFailed(ctx, { ...row, state: facts.state }, step.reason)) ? 'failed' : 'open'
        default:
          return 'open'
      }
    }
  } catch (error) {
    ctx.log.warn(
      { paymentId: row.id, network: row.network, error: errorText(error) },
      'payment not reconciled',
    )
    return 'open'
  }
}

/** False when a request has claimed it again, or holds its row locked: then the next run finds it. */
async function abandon(
  { sql }: Ctx,
  { id, attempt }: OpenPayment,
  state: 'void' | 'failed',
): Promise<boolean> {
  const rows = await sql`
    with stale as materialized (
      select id from payment
      where id = ${id} and attempt = ${attempt} and state = 'claimed' and claimed_until <= now()
      for update skip locked
    )
    update payment set state = ${state}, reason = 'abandoned',
                       closed_at = case when ${state === 'void'} then service_now() end
    from stale where payment.id = stale.id
    returning ${commitAs(sql, durable)}`
  return rows.length === 1
}

/**
 * Deletes void payments a day after they were closed: they were never sent, and anyone can make many of them.
 * Shown again, such a payment is new; if its money has moved since, it is a transfer that the journal does not know.
 *
 * @returns true if there may be more
 */
async function deleteVoidPayments({ sql }: Ctx): Promise<boolean> {
  const { count } = await sql`
    with old as materialized (
      select id from payment
      where reason is not null and state = 'void' and closed_at < service_now() - interval '1 day'
        and not exists (select from payment_answer a where a.payment_id = payment.id)
        and not exists (select from bounty_order o where o.payment_id = payment.id)
      order by id limit ${maxForgotten} for update skip locked
    ), names as (
      delete from payment_identifier using old where payment_id = old.id
    )
    delete from payment using old where payment.id = old.id
    returning ${commitAs(sql, durable)}`
  return count === maxForgotten
}

function loadOpen({ sql }: Ctx, after: string): Promise<OpenPayment[]> {
  // A locked row waits for the next run, so that the others do not wait for it. `claimed_until` is about when it was last tried,
  // so a payment that is shown again is watched closely again.
  return sql<OpenPayment[]>`
    with due as (
      select id from payment
      where closed_at is null and id > ${after}
        and ((state = 'claimed' and claimed_until <= now())
          or (state = 'failed' or (state = 'settling' and claimed_until <= now()))
            and (looked_at is null or now() >= looked_at + (looked_at - claimed_until) / 10))
      order by id limit ${pageSize} for update skip locked
    ), looked as (
      update payment set looked_at = now() from due where payment.id = due.id
      returning payment.*
    )
    select id, state, attempt, operation, network, asset, payer, nonce, pay_to as "payTo", amount_atomic as "amountAtomic",
           valid_before as "validBefore", extract(epoch from created_at)::float8 * 1000 as "createdMs",
           exists (select from bounty_order where payment_id = looked.id)
             or exists (select from payment_answer where payment_id = looked.id) as "wasStored",
           now() - claimed_until > make_interval(days => ${maxWatchDays}) as "watchedEnough", ${commitAs(sql, durable)}
    from looked order by id`
}

/** False when a request has changed it meanwhile. */
async function closeFailed(
  { sql }: Ctx,
  { id, attempt, state }: { id: string; attempt: number; state: string },
  reason: string,
): Promise<boolean> {
  const rows = await sql`
    update payment
    set state = 'failed', closed_at = service_now(), reason = coalesce(reason, ${reason})
    where id = ${id} and attempt = ${attempt} and state = ${state}
    returning ${commitAs(sql, durable)}`
  return rows.length === 1
}

/** True if the nonce is spent as of this block. In a final block it stays spent. */
function isSpentAt(ctx: Ctx, row: OpenPayment, blockNumber: bigint): Promise<boolean> {
  const expected = { asset: row.asset as Hex, from: row.payer as Hex, nonce: row.nonce as Hex }
  return isNonceSpent({ chain: chainOf(ctx, row.network), expected, blockNumber })
}

async function readFinal(ctx: Ctx, network: string): Promise<Final> {
  const chain = chainOf(ctx, network)
  const blockNumber = BigInt(Math.max(0, (await readHeads(chain)).final))
  const { timestamp } = await chain.client.getBlock({ blockNumber })
  return { blockNumber, timestamp }
}
