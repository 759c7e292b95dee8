import 'server-only'
import { asc, inArray } from 'drizzle-orm'
import { bytesToHex, formatGwei } from 'viem'
import { chainAttempt } from '#db/schema/outbox'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import type { SignedAttempt } from '#lib/schemas/operator-chain'

/** The attempts of some transactions, by transaction, the earliest first. Without signed bytes, because anyone could send those. */
export async function readAttempts(args: {
  ctx: Pick<Context, 'db'>
  txIds: readonly number[]
}): Promise<Map<number, SignedAttempt[]>> {
  const { ctx, txIds } = args
  const byTx = new Map<number, SignedAttempt[]>(txIds.map((id) => [id, []]))
  if (txIds.length === 0) return byTx
  const { hash, txId, cancels, maxFeePerGas, maxPriorityFeePerGas, broadcastAt, createdAt } = chainAttempt
  const rows = await ctx.db
    .select({ hash, txId, cancels, maxFeePerGas, maxPriorityFeePerGas, broadcastAt, createdAt })
    .from(chainAttempt)
    .where(inArray(txId, [...txIds]))
    .orderBy(asc(createdAt), asc(maxFeePerGas))
  for (const row of rows)
    byTx.get(row.txId)!.push({
      hash: bytesToHex(row.hash),
      is_empty: row.cancels,
      max_fee_gwei: formatGwei(row.maxFeePerGas),
      max_priority_fee_gwei: formatGwei(row.maxPriorityFeePerGas),
      signed_at: isoTime(row.createdAt),
      broadcast_at: row.broadcastAt && isoTime(row.broadcastAt),
    })
  return byTx
}
