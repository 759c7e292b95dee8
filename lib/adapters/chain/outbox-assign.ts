import 'server-only'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { type Address, BaseError, bytesToHex, ExecutionRevertedError, type Hex, RpcRequestError } from 'viem'
import { chainTx } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { currentFees } from '#lib/adapters/chain/fees'
import { isLaneFrozen, LaneFrozen, takeNonce } from '#lib/adapters/chain/outbox-nonce'
import { resend } from '#lib/adapters/chain/outbox-resend'
import { noteTrouble, ofLane, stateIs } from '#lib/adapters/chain/outbox-rows'
import { signAttempt } from '#lib/adapters/chain/outbox-sign'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { traced } from '#lib/adapters/trace'

/** Nodes keep only so many waiting transactions of one sender. */
const maxInFlight = 16

type Queued = {
  txId: number
  kind: string
  to: Address
  data: Hex
  value: bigint
  gasLimit: bigint | undefined
  traceparent: string | null
}

/**
 * Signs and sends what is queued, oldest first. The call is tried before it gets a nonce: one that reverts is rejected and
 * takes none. While others of the lane are unmined a revert proves nothing, since it may need their effects: it waits.
 */
export async function assignQueued(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  signer: Signer
}): Promise<void> {
  const { ctx, chain, signer } = args
  const lane = { chainId: chain.chainId, sender: signer.address }
  if (await isLaneFrozen({ db: ctx.db, chain, address: signer.address })) return
  const [unmined] = await ctx.db
    .select({ count: count() })
    .from(chainTx)
    .where(and(ofLane(lane), stateIs('sent')))
  let inFlight = unmined?.count ?? 0
  for (const queued of await readQueued(ctx, lane, Math.max(0, maxInFlight - inFlight))) {
    const gas = await tryCall(chain, signer.address, queued)
    if ('gasLimit' in gas) {
      const facts = { 'cairn.transaction_id': queued.txId, 'cairn.kind': queued.kind }
      const spans = { facts, parent: queued.traceparent }
      const { gasLimit } = gas
      if (await traced('sign transaction', spans, () => sign({ ...args, queued, gasLimit }))) {
        inFlight++
        await traced('broadcast transaction', spans, () => resend(ctx, chain, queued.txId))
      }
    } else if (gas.reverts && inFlight === 0) {
      await reject(ctx, queued, gas.error)
    } else {
      await noteTrouble(ctx, queued.txId, gas.error)
    }
  }
}

async function readQueued(
  ctx: Pick<Context, 'db'>,
  lane: Parameters<typeof ofLane>[0],
  limit: number,
): Promise<Queued[]> {
  const rows = await ctx.db
    .select()
    .from(chainTx)
    .where(and(ofLane(lane), stateIs('queued')))
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

async function tryCall(
  chain: Chain,
  account: Address,
  { to, data, value, gasLimit }: Queued,
): Promise<{ gasLimit: bigint } | { reverts: boolean; error: string }> {
  try {
    if (gasLimit !== undefined) {
      await chain.client.call({ account, to, data, value, gas: gasLimit })
      return { gasLimit }
    }
    const estimate = await chain.client.estimateGas({ account, to, data, value })
    // State may change until it is mined, and a fifth unused costs nothing.
    return { gasLimit: (estimate * 6n) / 5n }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const reverts = error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
    // Not an answer of the node: the chain is out of reach, for every other row too.
    if (!reverts && error.walk((cause) => cause instanceof RpcRequestError) === null) throw error
    return { reverts, error: errorText(error) }
  }
}

/** Gives the row its nonce and its signed bytes; `false` when another process was first, or the lane was just frozen. */
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
    if (error instanceof LaneFrozen) return false
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
