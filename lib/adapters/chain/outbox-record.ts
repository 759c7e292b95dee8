import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Hex, hexToBytes, type TransactionReceipt } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { SignedRow } from '#lib/adapters/chain/outbox-rows'
import type { Context } from '#lib/adapters/context'
import { traced } from '#lib/adapters/trace'

type Ctx = Pick<Context, 'db' | 'log'>

const isFollowed = (row: SignedRow) =>
  and(eq(chainTx.id, row.txId), inArray(chainTx.state, ['sent', 'mined']))
const notMined = { minedHash: null, minedBlock: null }

/** Stores the outcome that the receipt of the call shows. */
export async function recordReceipt(args: {
  ctx: Ctx
  row: SignedRow
  receipt: TransactionReceipt
  state: 'mined' | 'final' | 'reverted'
}): Promise<void> {
  const { ctx, row, receipt, state } = args
  const about = { transactionId: row.txId, kind: row.kind, txHash: receipt.transactionHash }
  const facts = { 'cairn.transaction_id': row.txId, 'cairn.kind': row.kind, 'cairn.state': state }
  await traced('confirm transaction', { facts, parent: row.traceparent }, async () => {
    await ctx.db
      .update(chainTx)
      .set({
        state,
        minedHash: hexToBytes(receipt.transactionHash),
        minedBlock: Number(receipt.blockNumber),
        nonceGoneBlock: null,
        // The call was mined before these could take effect.
        bumpAskedAt: null,
        cancelAskedAt: null,
        error: state === 'reverted' ? 'execution reverted' : null,
        updatedAt: sql`service_now()`,
      })
      .where(isFollowed(row))
  })
  if (state === 'reverted') ctx.log.error(about, 'chain transaction reverted')
}

/** Stores that it can never take effect, because its nonce is used. */
export async function recordLost(args: {
  ctx: Ctx
  row: SignedRow
  because: 'cancelled' | 'nonceUsed'
}): Promise<void> {
  const { ctx, row, because } = args
  const isCancelled = because === 'cancelled'
  const error = isCancelled
    ? 'cancelled: an empty transaction of ours used its nonce'
    : 'another transaction used its nonce'
  const changes = isCancelled ? { ...notMined, nonceGoneBlock: null, bumpAskedAt: null } : {}
  const [ended] = await ctx.db
    .update(chainTx)
    .set({ ...changes, state: 'lost', error, updatedAt: sql`service_now()` })
    .where(
      isCancelled
        ? isFollowed(row)
        : and(isFollowed(row), eq(chainTx.state, 'sent'), eq(chainTx.nonceGoneBlock, row.nonceUsedBlock!)),
    )
    .returning({ id: chainTx.id })
  if (!ended) return
  const about = { transactionId: row.txId, kind: row.kind, nonce: row.nonce, error }
  if (isCancelled) ctx.log.warn(about, 'chain transaction cancelled')
  else ctx.log.error(about, 'chain transaction lost: another one used its nonce')
}

/** Stores that a reorganisation took a mined transaction out of the chain. @returns false if it was not `mined` any more */
export async function recordUnmined(args: {
  ctx: Ctx
  row: SignedRow
  because: 'undone' | 'cancelled'
}): Promise<boolean> {
  const { ctx, row, because } = args
  const changes = because === 'cancelled' ? { nonceGoneBlock: null, bumpAskedAt: null, error: null } : {}
  const [changed] = await ctx.db
    .update(chainTx)
    .set({ ...notMined, ...changes, state: 'sent', updatedAt: sql`service_now()` })
    .where(and(eq(chainTx.id, row.txId), eq(chainTx.state, 'mined')))
    .returning({ id: chainTx.id })
  if (changed && because === 'undone')
    ctx.log.warn(
      { transactionId: row.txId, kind: row.kind },
      'reorganisation undid a chain transaction; sending it again',
    )
  return changed !== undefined
}

/** Stores the head when its nonce was first seen used; `null` once it is free again, which ends what held it up. */
export async function recordNonceUsed(
  ctx: Pick<Context, 'db'>,
  txId: number,
  head: number | null,
): Promise<void> {
  await ctx.db
    .update(chainTx)
    .set({ nonceGoneBlock: head, ...(head === null ? { error: null } : {}) })
    .where(and(eq(chainTx.id, txId), eq(chainTx.state, 'sent')))
}

/**
 * Adds the cost of a mined transaction to the gas spent that day. If it is mined again after a reorganisation, only the
 * difference is added.
 */
export async function recordFee(
  ctx: Pick<Context, 'db'>,
  row: SignedRow,
  receipt: TransactionReceipt,
): Promise<void> {
  const fee = feeOf(receipt).toString()
  await ctx.db.execute(sql`
    with noted as (
      update chain_tx set fee_wei = ${fee}::numeric
      where id = ${row.txId} and fee_wei is distinct from ${fee}::numeric
      returning chain_id, sender, new.fee_wei - coalesce(old.fee_wei, 0) as added
    )
    insert into gas_spent (chain_id, sender, day, wei)
    select chain_id, sender, (service_now() at time zone 'utc')::date, added from noted
    on conflict (chain_id, sender, day) do update set wei = gas_spent.wei + excluded.wei`)
}

/** The cost of a mined transaction in wei. Receipts of OP-stack chains such as Base list the fee for layer 1 data separately. */
function feeOf(receipt: TransactionReceipt): bigint {
  const { gasUsed, effectiveGasPrice } = receipt
  const l1Fee = 'l1Fee' in receipt ? (receipt.l1Fee as Hex | bigint | null) : null
  return gasUsed * effectiveGasPrice + BigInt(l1Fee ?? 0)
}
