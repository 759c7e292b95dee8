import 'server-only'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import { markSettled } from '#lib/services/payments/close-payment'
import { readTruth } from '#lib/services/payments/read-truth'
import type { PaymentKey } from '#lib/services/payments/types'

type OpenPayment = PaymentKey & {
  id: string
  state: 'settling' | 'failed'
  attempt: number
  payTo: string
  amountAtomic: string
  validBefore: string
  createdMs: number
}

export type Reconciled = { settled: number; failed: number; voided: number; open: number }

const pageSize = 100

/**
 * Finds out what became of every payment that is still open, from the chain alone: settled when the money moved, whoever
 * moved it; failed for good once no block can take the authorization any more. Claims whose taker died are void: nothing
 * was sent for them. Meant to be called every few seconds, by any number of processes.
 */
export async function reconcilePayments(args: {
  ctx: Pick<Context, 'sql' | 'chains' | 'log'>
}): Promise<Reconciled> {
  const { ctx } = args
  const found: Reconciled = { settled: 0, failed: 0, voided: await voidStaleClaims(ctx), open: 0 }
  const finalTimes = new Map<string, Promise<number>>()
  const finalTime = (network: string) => {
    const known = finalTimes.get(network) ?? readFinalTime(ctx, network)
    finalTimes.set(network, known)
    return known
  }
  for (let after = '0', page = pageSize; page === pageSize; ) {
    const rows = await loadOpen(ctx, after)
    page = rows.length
    after = rows.at(-1)?.id ?? after
    for (const ended of await Promise.all(rows.map((row) => reconcile(ctx, row, finalTime))))
      found[ended] += 1
  }
  return found
}

async function reconcile(
  ctx: Pick<Context, 'sql' | 'chains' | 'log'>,
  row: OpenPayment,
  finalTime: (network: string) => Promise<number>,
): Promise<'settled' | 'failed' | 'open'> {
  try {
    // Before the truth is read: what is final by then can only be seen, not missed.
    const expired = (await finalTime(row.network)) >= Number(row.validBefore)
    const truth = await readTruth({
      ctx,
      input: { ...row, amountAtomic: BigInt(row.amountAtomic), createdAt: new Date(row.createdMs) },
    })
    if (truth.is === 'paid') {
      await markSettled({ ctx, input: { id: Number(row.id), transaction: truth.transaction as Hex } })
      ctx.log.info({ paymentId: row.id, transaction: truth.transaction }, 'payment found settled')
      return 'settled'
    }
    if (!expired) return 'open'
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
  const rows = await sql`
    update payment set state = 'void', reason = 'abandoned', closed_at = service_now()
    where closed_at is null and state = 'claimed' and claimed_until <= now()
    returning id`
  return rows.length
}

function loadOpen({ sql }: Pick<Context, 'sql'>, after: string): Promise<OpenPayment[]> {
  return sql<OpenPayment[]>`
    select id, state, attempt, network, asset, payer, nonce, pay_to as "payTo", amount_atomic as "amountAtomic",
           valid_before as "validBefore", extract(epoch from created_at)::float8 * 1000 as "createdMs"
    from payment
    where closed_at is null and id > ${after} and (state = 'failed' or (state = 'settling' and claimed_until <= now()))
    order by id limit ${pageSize}`
}

async function closeFailed({ sql }: Pick<Context, 'sql'>, row: OpenPayment): Promise<boolean> {
  const rows = await sql`
    update payment
    set state = 'failed', closed_at = service_now(), reason = coalesce(reason, 'authorization_expired')
    where id = ${row.id} and attempt = ${row.attempt} and state = ${row.state}
    returning id`
  return rows.length === 1
}

/** The time, in epoch seconds, of the last block that cannot be undone. */
async function readFinalTime({ chains }: Pick<Context, 'chains'>, network: string): Promise<number> {
  const chain = chains.get(Number(network.slice('eip155:'.length)))
  if (!chain) throw new Error(`${network} is not configured any more`)
  const { final } = await readHeads(chain)
  if (final < 0) return 0
  const block = await chain.client.getBlock({ blockNumber: BigInt(final) })
  return Number(block.timestamp)
}
