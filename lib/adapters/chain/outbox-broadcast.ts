import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import {
  BaseError,
  type Hex,
  hexToBytes,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  type TransactionReceipt,
} from 'viem'
import { sendRawTransactionSync } from 'viem/actions'
import { chainAttempt } from '#db/schema/outbox'
import { isAlreadyThere } from '#lib/adapters/chain/already-there'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import type { SignedTx } from '#lib/adapters/chain/outbox-types'
import type { Context } from '#lib/adapters/context'
import { traced } from '#lib/adapters/trace'

const unknownMethod =
  /method .*(not (found|supported|available|allowed|whitelisted)|does not exist)|unsupported method/i

/** Chains whose nodes lack `eth_sendRawTransactionSync`, as the first refusal showed. */
const withoutSync = new WeakSet<Chain>()

/**
 * Sends a stored transaction and waits for its receipt, which may still be reorganised away. To be called after the
 * commit that stored it. Errors of the chain are not thrown: `undefined` means that the outcome was not known within
 * `waitMs`. The sender queue continues to send it.
 */
export async function broadcast(args: {
  ctx: Pick<Context, 'db' | 'log'>
  chain: Chain
  signed: SignedTx
  waitMs: number
}): Promise<TransactionReceipt | undefined> {
  const { ctx, chain, signed, waitMs } = args
  const facts = { 'cairn.transaction_id': signed.txId, 'cairn.chain_id': chain.chainId }
  return traced('broadcast transaction', { facts }, () => sendUntilKnown(ctx, chain, signed, waitMs))
}

async function sendUntilKnown(
  ctx: Pick<Context, 'db' | 'log'>,
  chain: Chain,
  signed: SignedTx,
  waitMs: number,
): Promise<TransactionReceipt | undefined> {
  const giveUpAt = performance.now() + waitMs
  const [sent] = await Promise.all([
    Promise.race([sendAndWait(chain, signed.raw), sleep(waitMs, undefined, { ref: false })]).catch(
      (error: unknown) => {
        ctx.log.warn(
          { transactionId: signed.txId, txHash: signed.hash, error: errorText(error) },
          'broadcast failed',
        )
        return undefined
      },
    ),
    markBroadcast(ctx, signed.hash),
  ])
  if (sent) return sent
  while (performance.now() < giveUpAt) {
    const receipt = await findReceipt(chain, [signed.hash]).catch(() => undefined)
    if (receipt) return receipt
    await sleep(Math.min(chain.client.pollingInterval, Math.max(0, giveUpAt - performance.now())))
  }
  return undefined
}

async function sendAndWait(chain: Chain, raw: Hex): Promise<TransactionReceipt | undefined> {
  if (!withoutSync.has(chain)) {
    try {
      return await sendRawTransactionSync(chain.sender, { serializedTransaction: raw })
    } catch (error) {
      if (isAlreadyThere(error)) return undefined
      if (!isMethodMissing(error)) throw error
      withoutSync.add(chain)
    }
  }
  await sendRaw(chain, raw)
  return undefined
}

/** Sends the bytes to a node. Succeeds also if the node has them already. */
export async function sendRaw(chain: Chain, raw: Hex): Promise<void> {
  try {
    await chain.sender.sendRawTransaction({ serializedTransaction: raw })
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
}

/**
 * Records that the bytes were sent just now, in real time. The commit is asynchronous, because callers wait for it: if a crash
 * loses the record, the bytes are only sent once more.
 */
export async function markBroadcast(ctx: Pick<Context, 'db'>, hash: Hex): Promise<void> {
  await ctx.db
    .update(chainAttempt)
    .set({ broadcastAt: sql`now()` })
    .where(
      and(
        eq(chainAttempt.hash, hexToBytes(hash)),
        sql`set_config('synchronous_commit', 'off', true) = 'off'`,
      ),
    )
}

/** Nodes report it with different texts and codes. */
function isMethodMissing(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    (error.walk(
      (cause) => cause instanceof MethodNotFoundRpcError || cause instanceof MethodNotSupportedRpcError,
    ) !== null ||
      unknownMethod.test(error.details))
  )
}
