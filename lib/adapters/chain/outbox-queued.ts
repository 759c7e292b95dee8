import 'server-only'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { type Address, BaseError, bytesToHex, ExecutionRevertedError, type Hex, RpcRequestError } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { currentFees } from '#lib/adapters/chain/fees'
import { isQueueFrozen, SenderQueueFrozen, takeNonce } from '#lib/adapters/chain/outbox-nonce'
import { rebroadcast } from '#lib/adapters/chain/outbox-rebroadcast'
import { inQueue, recordTrouble, type SenderQueue, stateIs } from '#lib/adapters/chain/outbox-rows'
import { signAttempt } from '#lib/adapters/chain/outbox-sign'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { traced } from '#lib/adapters/trace'
import { maxUnmined, nextTransactionStep, type QueuedFacts } from '#lib/domain/chain/next-transaction-step'

type Queued = {
  txId: number
  kind: string
  to: Address
  data: Hex
  value: bigint
  gasLimit: bigint | undefined
  traceparent: string | null
}

type Trial = { outcome: 'succeeds'; gasLimit: bigint } | { outcome: 'reverts' | 'refused'; error: string }

/** Tries, signs and sends queued transactions, oldest first. A call that reverts is rejected and takes no nonce. */
export async function sendQueued(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  signer: Signer
}): Promise<void> {
  const { ctx, chain, signer } = args
  const queue = { chainId: chain.chainId, sender: signer.address }
  const isFrozen = await isQueueFrozen({ db: ctx.db, chain, address: signer.address })
  let unminedOfSender = await countUnmined(ctx, queue)
  for (const queued of await readQueued(ctx, queue, Math.max(0, maxUnmined - unminedOfSender))) {
    const facts: QueuedFacts = { state: 'queued', isFrozen, unminedOfSender, trial: 'unread' }
    if (nextTransactionStep(facts).do === 'wait') return
    const trial = await tryCall(chain, signer.address, queued)
    const step = nextTransactionStep({ ...facts, trial: trial.outcome })
    if (step.do === 'sign' && trial.outcome === 'succeeds') {
      if (await signAndSend({ ...args, queued, gasLimit: trial.gasLimit })) unminedOfSender++
    } else if (trial.outcome !== 'succeeds') {
      if (step.do === 'reject') await reject(ctx, queued, trial.error)
      else await recordTrouble(ctx, queued.txId, trial.error)
    }
  }
}

async function countUnmined({ db }: Pick<Context, 'db'>, queue: SenderQueue): Promise<number> {
  const [unmined] = await db
    .select({ count: count() })
    .from(chainTx)
    .where(and(inQueue(queue), stateIs('sent')))
  return unmined?.count ?? 0
}

async function readQueued(ctx: Pick<Context, 'db'>, queue: SenderQueue, limit: number): Promise<Queued[]> {
  const rows = await ctx.db
    .select()
    .from(chainTx)
    .where(and(inQueue(queue), stateIs('queued')))
    .orderBy(asc(chainTx.id))
    .limit(limit)
  return rows.map((row) => ({
    txId: row.id,
    kind: row.kind,
    to: row.recipient as Address,
    data: bytesToHex(row.data),
    value: row.value,
    gasLimit: row.gasLimit === null ? undefined : BigInt(row.gasLimit),
    traceparent: row.traceparent,
  }))
}

/** Executes the call on a node without sending it. @throws if the node cannot be reached */
async function tryCall(
  chain: Chain,
  account: Address,
  { to, data, value, gasLimit }: Queued,
): Promise<Trial> {
  try {
    if (gasLimit !== undefined) {
      await chain.client.call({ account, to, data, value, gas: gasLimit })
      return { outcome: 'succeeds', gasLimit }
    }
    const estimate = await chain.client.estimateGas({ account, to, data, value })
    // State may change until it is mined, and unused gas costs nothing.
    return { outcome: 'succeeds', gasLimit: (estimate * 6n) / 5n }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const reverts = error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
    // The node did not answer, so the other rows would fail too.
    if (!reverts && error.walk((cause) => cause instanceof RpcRequestError) === null) throw error
    return { outcome: reverts ? 'reverts' : 'refused', error: errorText(error) }
  }
}

async function signAndSend(args: Parameters<typeof sign>[0] & { ctx: Pick<Context, 'log'> }) {
  const { ctx, chain, queued } = args
  const facts = { 'cairn.transaction_id': queued.txId, 'cairn.kind': queued.kind }
  const spans = { facts, parent: queued.traceparent }
  const isSigned = await traced('sign transaction', spans, () => sign(args))
  if (isSigned) await traced('broadcast transaction', spans, () => rebroadcast(ctx, chain, queued.txId))
  return isSigned
}

/** Stores its nonce and signed bytes; `false` if another process was first, or the queue was frozen since. */
async function sign(args: {
  ctx: Pick<Context, 'db'>
  chain: Chain
  signer: Signer
  queued: Queued
  gasLimit: bigint
}): Promise<boolean> {
  const { ctx, chain, signer, queued, gasLimit } = args
  const fees = await currentFees({ chain })
  const stored = ctx.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ id: chainTx.id })
      .from(chainTx)
      .where(and(eq(chainTx.id, queued.txId), eq(chainTx.state, 'queued')))
      .for('update', { skipLocked: true })
    if (!held) return false
    const nonce = await takeNonce({ tx, chain, address: signer.address })
    const intent = { chainId: chain.chainId, to: queued.to, data: queued.data, value: queued.value }
    await signAttempt({ tx, txId: queued.txId, signer, intent, nonce, gasLimit, fees })
    await tx
      .update(chainTx)
      .set({
        state: 'sent',
        nonce,
        gasLimit: Number(gasLimit),
        error: null,
        updatedAt: sql`service_now()`,
      })
      .where(eq(chainTx.id, queued.txId))
    return true
  })
  return stored.catch((error: unknown) => {
    if (error instanceof SenderQueueFrozen) return false
    throw error
  })
}

async function reject(ctx: Pick<Context, 'db' | 'log'>, queued: Queued, error: string): Promise<void> {
  const [rejected] = await ctx.db
    .update(chainTx)
    .set({ state: 'rejected', error, updatedAt: sql`service_now()` })
    .where(and(eq(chainTx.id, queued.txId), eq(chainTx.state, 'queued')))
    .returning({ id: chainTx.id })
  if (rejected)
    ctx.log.error(
      { transactionId: queued.txId, kind: queued.kind, error },
      'chain transaction rejected: it reverts',
    )
}
