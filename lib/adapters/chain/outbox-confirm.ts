import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { BlockNotFoundError, type Hex, hexToBytes, type TransactionReceipt } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { readHeads } from '#lib/adapters/chain/finality'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import { resend } from '#lib/adapters/chain/outbox-resend'
import { type Lane, type LaneRow, noteTrouble } from '#lib/adapters/chain/outbox-rows'
import type { Context } from '#lib/adapters/context'
import { traced } from '#lib/adapters/trace'
import { ringWorkers } from '#lib/adapters/worker-bell'

/** How long another transaction must have held the nonce, beyond finality, before ours is given up. */
const lostAfterBlocks = 12

type Head = { number: number; hash: string }
/** The head at the last look of this process, by lane. */
const lastHeads = new WeakMap<Chain, Map<string, Head>>()

/**
 * Compares what is signed with the chain and moves the rows on. Mined rows are read again only when their block is final
 * or the chain was reorganised since the last look, not at every pass.
 *
 * @returns the rows still without a receipt, lowest nonce first, and the chain's next nonce of the key
 */
export async function confirmRows(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  lane: Lane
  rows: readonly LaneRow[]
}): Promise<{ unmined: LaneRow[]; chainNonce: number | undefined }> {
  const { ctx, chain, lane, rows } = args
  const heads = await readHeads(chain)
  const reorganised = await wasReorganised(chain, lane, heads.head)
  const looked = await Promise.all(
    rows
      .filter((row) => row.state === 'sent' || reorganised || (row.minedBlock ?? 0) <= heads.final)
      .map(async (row) => ({
        row,
        receipt: await findReceipt(
          chain,
          row.attempts.map((attempt) => attempt.hash),
        ),
      })),
  )
  const unmined: LaneRow[] = []
  let anyEnded = false
  for (const { row, receipt } of looked) {
    if (receipt) anyEnded = (await settle({ ctx, row, receipt, final: heads.final })) || anyEnded
    else {
      if (row.state === 'mined') await backToSent(ctx, chain, row)
      unmined.push(row)
    }
  }
  if (anyEnded) await ringWorkers(ctx.db)
  rememberHead(chain, lane, heads.head)
  if (unmined.length === 0) return { unmined, chainNonce: undefined }
  const chainNonce = await chain.client.getTransactionCount({ address: lane.sender, blockTag: 'latest' })
  const gone = unmined.filter((row) => row.nonce < chainNonce)
  for (const row of gone) await giveUpLost({ ctx, row, head: heads.head.number, final: heads.final })
  const open = unmined.filter((row) => row.nonce >= chainNonce)
  for (const row of open) if (row.nonceGoneBlock !== null) await takeBackGone(ctx, row)
  return { unmined: open, chainNonce }
}

/** Whether the head of the last look has left the chain; `true` when this process has not looked before. */
async function wasReorganised(chain: Chain, lane: Lane, head: Head): Promise<boolean> {
  const last = lastHeads.get(chain)?.get(lane.sender)
  if (!last) return true
  if (last.number === head.number) return last.hash !== head.hash
  if (last.number > head.number) return true
  try {
    const block = await chain.client.getBlock({ blockNumber: BigInt(last.number) })
    return block.hash !== last.hash
  } catch (error) {
    if (error instanceof BlockNotFoundError) return true
    throw error
  }
}

function rememberHead(chain: Chain, lane: Lane, head: Head): void {
  const byLane = lastHeads.get(chain) ?? new Map<string, Head>()
  lastHeads.set(chain, byLane.set(lane.sender, head))
}

/** Moves a row on to what its receipt says, and answers whether that is the end of it. */
async function settle(args: {
  ctx: Pick<Context, 'db' | 'log'>
  row: LaneRow
  receipt: TransactionReceipt
  final: number
}): Promise<boolean> {
  const { ctx, row, receipt, final } = args
  const block = Number(receipt.blockNumber)
  const outcome = receipt.status === 'success' ? 'final' : 'reverted'
  const state = block <= final ? outcome : 'mined'
  if (!row.feeIsNoted || row.state === 'sent') await noteFee(ctx, row, receipt)
  if (row.attempts.some((attempt) => attempt.cancels && attempt.hash === receipt.transactionHash))
    return settleCancelled({ ctx, row, isFinal: block <= final })
  if (state === 'mined' && row.state === 'mined' && row.minedBlock === block) return false
  const facts = { 'cairn.transaction_id': row.txId, 'cairn.kind': row.kind, 'cairn.state': state }
  const moveOn = () => writeState({ ctx, row, receipt, state, block })
  await traced('confirm transaction', { facts, parent: row.traceparent }, moveOn)
  if (state === 'reverted')
    ctx.log.error(
      { transactionId: row.txId, kind: row.kind, txHash: receipt.transactionHash },
      'chain transaction reverted',
    )
  return state !== 'mined'
}

/**
 * What a mined transaction cost its sender, in wei. On OP-stack chains such as Base the receipt names the fee for the data of
 * layer 1 beside the gas.
 */
export function feeOf(receipt: TransactionReceipt): bigint {
  const { gasUsed, effectiveGasPrice } = receipt
  const l1Fee = 'l1Fee' in receipt ? (receipt.l1Fee as Hex | bigint | null) : null
  return gasUsed * effectiveGasPrice + BigInt(l1Fee ?? 0)
}

/** Adds to the day's gas what a transaction cost. One that is mined anew, after a reorganisation, adds only the difference. */
async function noteFee(ctx: Pick<Context, 'db'>, row: LaneRow, receipt: TransactionReceipt): Promise<void> {
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

async function writeState(args: {
  ctx: Pick<Context, 'db'>
  row: LaneRow
  receipt: TransactionReceipt
  state: 'mined' | 'final' | 'reverted'
  block: number
}): Promise<void> {
  const { ctx, row, receipt, state, block } = args
  await ctx.db
    .update(chainTx)
    .set({
      state,
      minedHash: hexToBytes(receipt.transactionHash),
      minedBlock: block,
      nonceGoneBlock: null,
      // The call was faster than whatever was asked of it since.
      bumpAskedAt: null,
      cancelAskedAt: null,
      error: state === 'reverted' ? 'execution reverted' : null,
      updatedAt: sql`service_now()`,
    })
    .where(and(eq(chainTx.id, row.txId), inArray(chainTx.state, ['sent', 'mined'])))
}

/**
 * The empty transaction in its place was mined. Only when that is final can the call never take effect, and whoever wants its
 * effect may ask anew: until then a reorganisation may still bring the call back.
 *
 * @returns whether that is the end of it
 */
async function settleCancelled(args: {
  ctx: Pick<Context, 'db' | 'log'>
  row: LaneRow
  isFinal: boolean
}): Promise<boolean> {
  const { ctx, row, isFinal } = args
  if (!isFinal && row.state === 'sent') {
    await noteTrouble(ctx, row.txId, 'an empty transaction took its nonce, and is not final yet')
    return false
  }
  const error = isFinal ? 'cancelled: an empty transaction of ours used its nonce' : null
  await ctx.db
    .update(chainTx)
    .set({
      state: isFinal ? 'lost' : 'sent',
      ...{ minedHash: null, minedBlock: null, nonceGoneBlock: null, bumpAskedAt: null },
      ...{ error, updatedAt: sql`service_now()` },
    })
    .where(and(eq(chainTx.id, row.txId), inArray(chainTx.state, ['sent', 'mined'])))
  if (isFinal)
    ctx.log.warn({ transactionId: row.txId, kind: row.kind, nonce: row.nonce }, 'chain transaction cancelled')
  return isFinal
}

/** A reorganisation took it out of the chain, and nodes do not put it back into their pool: the same bytes again. */
async function backToSent(ctx: Pick<Context, 'db' | 'log'>, chain: Chain, row: LaneRow): Promise<void> {
  const [changed] = await ctx.db
    .update(chainTx)
    .set({ state: 'sent', minedHash: null, minedBlock: null, updatedAt: sql`service_now()` })
    .where(and(eq(chainTx.id, row.txId), eq(chainTx.state, 'mined')))
    .returning({ id: chainTx.id })
  if (!changed) return
  ctx.log.warn(
    { transactionId: row.txId, kind: row.kind },
    'reorganisation undid a chain transaction; sending it again',
  )
  await resend(ctx, chain, row.txId)
}

/** A reorganisation gave the nonce back: should it go again, that counts from then. */
async function takeBackGone(ctx: Pick<Context, 'db'>, row: LaneRow): Promise<void> {
  await ctx.db
    .update(chainTx)
    .set({ nonceGoneBlock: null })
    .where(and(eq(chainTx.id, row.txId), eq(chainTx.state, 'sent')))
}

/** A missing receipt alone may be a node that lags: it is lost only when the nonce has been gone for long and finally. */
async function giveUpLost(args: {
  ctx: Pick<Context, 'db' | 'log'>
  row: LaneRow
  head: number
  final: number
}): Promise<void> {
  const { ctx, row, head, final } = args
  const stillSent = and(eq(chainTx.id, row.txId), eq(chainTx.state, 'sent'))
  if (row.nonceGoneBlock === null) {
    await ctx.db.update(chainTx).set({ nonceGoneBlock: head }).where(stillSent)
    return
  }
  if (row.nonceGoneBlock + lostAfterBlocks > final) return
  const error = 'another transaction used its nonce'
  const [lost] = await ctx.db
    .update(chainTx)
    .set({ state: 'lost', error, updatedAt: sql`service_now()` })
    .where(stillSent)
    .returning({ id: chainTx.id })
  if (lost)
    ctx.log.error(
      { transactionId: row.txId, kind: row.kind, nonce: row.nonce, error },
      'chain transaction lost',
    )
}
