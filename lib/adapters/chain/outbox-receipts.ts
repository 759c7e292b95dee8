import 'server-only'
import { and, eq } from 'drizzle-orm'
import { bytesToHex, type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { chainAttempt } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'

/**
 * The receipt of the attempt that was mined, or `undefined`. A reorganisation may still undo it. The receipt of an empty
 * transaction that replaced it is ignored, because the call was not made.
 */
export async function receiptOf(args: {
  ctx: Pick<Context, 'db'>
  chain: Chain
  txId: number
}): Promise<TransactionReceipt | undefined> {
  const attempts = await args.ctx.db
    .select({ hash: chainAttempt.hash })
    .from(chainAttempt)
    .where(and(eq(chainAttempt.txId, args.txId), eq(chainAttempt.cancels, false)))
  return findReceipt(
    args.chain,
    attempts.map((attempt) => bytesToHex(attempt.hash)),
  )
}

/** The receipt of one of several transactions of which at most one can be mined (they share a nonce). */
export async function findReceipt(
  chain: Chain,
  hashes: readonly Hex[],
): Promise<TransactionReceipt | undefined> {
  const receipts = await Promise.all(hashes.map((hash) => readReceipt(chain, hash)))
  return receipts.find((receipt) => receipt !== undefined)
}

async function readReceipt(chain: Chain, hash: Hex): Promise<TransactionReceipt | undefined> {
  try {
    return await chain.client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}
