import 'server-only'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import { isNonceSpent } from '#lib/adapters/facilitator/authorization'
import { noteRun } from '#lib/services/health/note-run'
import { markSettled } from '#lib/services/payments/close-payment'
import { chainOf, readTruth } from '#lib/services/payments/read-truth'
import { settleOrder } from '#lib/services/payments/settle-order'
import { bountyOperation, type PaymentKey } from '#lib/services/payments/types'

type OpenPayment = PaymentKey & {
  id: string
  state: 'settling' | 'failed'
  attempt: number
  operation: string
  payTo: string
  amountAtomic: string
  validBefore: string
  watchedEnough: boolean
  createdMs: number
}

/** The last block that cannot be undone; `timestamp` in epoch seconds. */
type Final = { blockNumber: bigint; timestamp: bigint }

export type Reconciled = { settled: number; failed: number; voided: number; open: number }

const pageSize = 100
/** The limit of one run. A run starts every few seconds. */
const maxForgotten = 1_000
/**
 * An authorization may be good for ever, and watching it may not cost for ever: it is looked at each time it has been open
 * for a tenth longer, which is about a hundred looks in all, and no more after this long.
 */
const maxWatchDays = 30

/**
 * Finds out what became of every payment that is still open, from the chain alone: settled when the money moved, whoever
 * moved it, with its bounty when it was for one; failed once no block can take the authorization any more, or after
 * `maxWatchDays`, when only the same payment shown again makes us ask the chain again. Claims whose taker died are void, since
 * nothing was sent for them; those that an earlier try had sent have failed, and are watched on. Meant to be called every few
 * seconds, by any number of processes.
 */
export async function reconcilePayments(args: {
  ctx: Pick<Context, 'env' | 'sql' | 'db' | 'chains' | 'log'>
}): Promise<Reconciled> {
  const { ctx } = args
  const found: Reconciled = { settled: 0, failed: 0, voided: await voidStaleClaims(ctx), open: 0 }
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
  await forgetVoid(ctx)
  const { settled, failed, voided } = found
  await noteRun({ ctx, input: { name: 'reconcile_payments', found: settled + failed + voided } })
  return found
}

async function reconcile(
  ctx: Pick<Context, 'env' | 'sql' | 'db' | 'chains' | 'log'>,
  row: OpenPayment,
  finalOf: (network: string) => Promise<Final>,
): Promise<'settled' | 'failed' | 'open'> {
  try {
    // Before the truth is read: what is final by then can only be seen, not missed.
    const final = await finalOf(row.network)
    const expired = final.timestamp >= BigInt(row.validBefore)
    const truth = await readTruth({
      ctx,
      input: { ...row, amountAtomic: BigInt(row.amountAtomic), createdAt: new Date(row.createdMs) },
      since: final.blockNumber,
    })
    if (truth.is === 'paid') {
      const settle = row.operation === bountyOperation ? settleOrder : markSettled
      await settle({ ctx, input: { id: Number(row.id), transaction: truth.transaction } })
      ctx.log.info({ paymentId: row.id, txHash: truth.transaction }, 'payment found settled')
      return 'settled'
    }
    const spentForGood = truth.is === 'spent' && (await isSpentAt(ctx, row, final.blockNumber))
    if (!expired && !spentForGood && !row.watchedEnough) return 'open'
    return (await closeFailed(ctx, row)) ? 'failed' : 'open'
  } catch (error) {
    ctx.log.warn(
      { paymentId: row.id, network: row.network, error: errorText(error) },
      'payment not reconciled',
    )
    return 'open'
  }
}

async function voidStaleClaims({ sql }: Pick<Context, 'sql'>): Promise<number> {
  // Rows that somebody keeps locked wait for the next run, here and below; nobody else's money waits for them. What was kept
  // was being settled before it was taken again: its authorization may be with others, who can still send it.
  const rows = await sql<{ isVoid: boolean }[]>`
    with stale as materialized (
      select id, exists (select from bounty_order where payment_id = payment.id)
                 or exists (select from payment_answer where payment_id = payment.id) as was_sent
      from payment where closed_at is null and state = 'claimed' and claimed_until <= now()
      for update skip locked
    )
    update payment set state = case when was_sent then 'failed' else 'void' end, reason = 'abandoned',
                       closed_at = case when was_sent then null else service_now() end
    from stale where payment.id = stale.id
    returning not was_sent as "isVoid"`
  return rows.filter(({ isVoid }) => isVoid).length
}

/**
 * Deletes void payments a day after they were closed: nothing was sent for them and nothing was sold, and anyone can make them.
 * Shown again, such a payment is new; should its money have moved since, it is a transfer that the journal does not know.
 */
async function forgetVoid({ sql }: Pick<Context, 'sql'>): Promise<void> {
  await sql`
    with old as materialized (
      select id from payment
      where reason is not null and state = 'void' and closed_at < service_now() - interval '1 day'
        and not exists (select from payment_answer a where a.payment_id = payment.id)
        and not exists (select from bounty_order o where o.payment_id = payment.id)
      order by id limit ${maxForgotten} for update skip locked
    ), names as (
      delete from payment_identifier using old where payment_id = old.id
    )
    delete from payment using old where payment.id = old.id`
}

function loadOpen({ sql }: Pick<Context, 'sql'>, after: string): Promise<OpenPayment[]> {
  // `claimed_until` is about when it was last tried, so a payment that is shown again is watched closely again.
  return sql<OpenPayment[]>`
    with due as (
      select id from payment
      where closed_at is null and id > ${after} and (state = 'failed' or (state = 'settling' and claimed_until <= now()))
        and (looked_at is null or now() >= looked_at + (looked_at - claimed_until) / 10)
      order by id limit ${pageSize} for update skip locked
    ), looked as (
      update payment set looked_at = now() from due where payment.id = due.id
      returning payment.*
    )
    select id, state, attempt, operation, network, asset, payer, nonce, pay_to as "payTo", amount_atomic as "amountAtomic",
           valid_before as "validBefore", extract(epoch from created_at)::float8 * 1000 as "createdMs",
           now() - claimed_until > make_interval(days => ${maxWatchDays}) as "watchedEnough"
    from looked order by id`
}

async function closeFailed({ sql }: Pick<Context, 'sql'>, row: OpenPayment): Promise<boolean> {
  const rows = await sql`
    update payment
    set state = 'failed', closed_at = service_now(), reason = coalesce(reason, ${row.watchedEnough ? 'watched_enough' : 'authorization_expired'})
    where id = ${row.id} and attempt = ${row.attempt} and state = ${row.state}
    returning id`
  return rows.length === 1
}

/** Whether no reorganisation can bring the nonce back. */
function isSpentAt(ctx: Pick<Context, 'chains'>, row: OpenPayment, blockNumber: bigint): Promise<boolean> {
  const expected = { asset: row.asset as Hex, from: row.payer as Hex, nonce: row.nonce as Hex }
  return isNonceSpent({ chain: chainOf(ctx, row.network), expected, blockNumber })
}

async function readFinal(ctx: Pick<Context, 'chains'>, network: string): Promise<Final> {
  const chain = chainOf(ctx, network)
  const blockNumber = BigInt(Math.max(0, (await readHeads(chain)).final))
  const { timestamp } = await chain.client.getBlock({ blockNumber })
  return { blockNumber, timestamp }
}
