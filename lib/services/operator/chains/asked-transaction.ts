import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { formatEther, formatGwei, parseGwei } from 'viem'
import { z } from 'zod'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import { feeLimitsOf } from '#lib/adapters/chain/fees'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'
import { nativeCoin } from '#lib/domain/native-coin'
import { isNext } from '#lib/services/operator/chains/in-lane'

/** Which transaction, and the most that may be offered for it per gas. */
export type AskedTransaction = { transaction_id: number; max_fee_gwei?: string | undefined }

export const askedTransactionInput = z.object({
  transaction_id: z.int().min(1),
  max_fee_gwei: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,9})?$/, 'must be an amount of gwei, like 60 or 0.5')
    .optional(),
})

/** Whoever types one zero too many is stopped; ten times what we offer by ourselves is a storm. */
const maxTimesLimit = 10n

export type StuckTransaction = Awaited<ReturnType<typeof loadStuck>>

/** A transaction as an operator decides on it. @throws CairnError `not_found` */
export async function loadStuck(ctx: Pick<Context, 'db' | 'env'>, id: number) {
  const [row] = await ctx.db
    .select({
      ...{ chainId: chainTx.chainId, sender: chainTx.sender, kind: chainTx.kind, state: chainTx.state },
      ...{ nonce: chainTx.nonce, gasLimit: chainTx.gasLimit, feeCap: chainTx.feeCap },
      isNext: sql<boolean>`(${isNext})`,
      cancelIsAsked: sql<boolean>`${chainTx.cancelAskedAt} is not null`,
      offered: sql`coalesce(max(${chainAttempt.maxFeePerGas}), 0)`.mapWith(chainAttempt.maxFeePerGas),
    })
    .from(chainTx)
    .leftJoin(chainAttempt, eq(chainAttempt.txId, chainTx.id))
    .where(eq(chainTx.id, id))
    .groupBy(chainTx.id)
  if (!row) throw new CairnError('not_found', 'There is no transaction with this id.')
  const network = ctx.env.networks.find(({ chainId }) => chainId === row.chainId)
  return { ...row, network: network?.name ?? `chain ${row.chainId}`, coin: nativeCoin(row.chainId) }
}

/** The most per gas that is offered for it, in wei: what the operator says, what was said before, or what the network has. */
export function feeCapOf(input: AskedTransaction, found: StuckTransaction): bigint {
  if (input.max_fee_gwei !== undefined) return parseGwei(input.max_fee_gwei)
  return found.feeCap ?? feeLimitsOf(found.chainId).cap
}

/** Why nothing can be offered for its nonce; `null`: it can. */
export function refuseOffer(input: AskedTransaction, found: StuckTransaction): string | null {
  if (found.state === 'queued') return 'It has no nonce yet, so nothing of it is on its way.'
  if (found.state !== 'sent') return `It is ${found.state}: its nonce is used.`
  if (!found.isNext)
    return 'An earlier transaction of the same key is not mined yet. This one waits for that one: act on the earlier one.'
  const cap = feeCapOf(input, found)
  const most = feeLimitsOf(found.chainId).cap * maxTimesLimit
  if (cap > most) return `At most ${formatGwei(most)} gwei can be allowed here.`
  // Nodes want a tenth more of a replacement.
  if (cap * 10n < found.offered * 11n)
    return `${formatGwei(found.offered)} gwei per gas are offered already, and nodes take a replacement only for a tenth more. Allow more than ${formatGwei(cap)} gwei.`
  return null
}

/** What may be spent on a nonce. */
export function costText(
  cap: bigint,
  gas: number,
  found: Pick<StuckTransaction, 'coin' | 'network'>,
): string {
  return `at most ${formatEther(cap * BigInt(gas))} ${found.coin} on ${found.network} (${formatGwei(cap)} gwei per gas)`
}

/**
 * Writes down what an operator wants of a transaction that is still the next of its lane; a worker with the key does it.
 *
 * @throws CairnError `conflict` when it is not (any more)
 */
export async function askOfTransaction(args: {
  tx: Tx
  id: number
  set: Partial<Pick<typeof chainTx.$inferInsert, 'feeCap'>>
  wish: 'bump' | 'cancel'
}): Promise<void> {
  const { tx, id, set, wish } = args
  const now = sql`service_now()`
  const [asked] = await tx
    .update(chainTx)
    .set({ ...set, ...(wish === 'bump' ? { bumpAskedAt: now } : { cancelAskedAt: now }) })
    .where(and(eq(chainTx.id, id), isNext))
    .returning({ id: chainTx.id })
  if (!asked)
    throw new CairnError('conflict', 'It was mined meanwhile, or an earlier one is in its way. Look again.')
  await ringWorkers(tx)
}
