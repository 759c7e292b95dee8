import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { formatEther, formatGwei, parseGwei } from 'viem'
import { z } from 'zod'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import { feeLimitsOf } from '#lib/adapters/chain/fees'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { nativeCoin } from '#lib/domain/chain/networks'
import { CairnError } from '#lib/domain/errors'
import { isNext } from '#lib/services/operator/chains/queue-conditions'

// The transaction that an action is about.

/** The id of a transaction, and the maximum fee per gas to offer for it. */
export const askedTransactionInput = z.object({
  transaction_id: z.int().min(1),
  max_fee_gwei: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,9})?$/, 'must be an amount of gwei, like 60 or 0.5')
    .optional(),
})
type AskedTransaction = z.output<typeof askedTransactionInput>

/** Stops a typing error of one zero. Ten times our own limit is more than a busy network needs. */
const maxTimesLimit = 10n

export type StuckTransaction = Awaited<ReturnType<typeof loadStuck>>

/** Loads the transaction that an action is about. @throws CairnError `not_found` */
export async function loadStuck(ctx: Pick<Context, 'db' | 'env'>, id: number) {
  const [row] = await ctx.db
    .select({
      chainId: chainTx.chainId,
      sender: chainTx.sender,
      kind: chainTx.kind,
      state: chainTx.state,
      nonce: chainTx.nonce,
      gasLimit: chainTx.gasLimit,
      feeCap: chainTx.feeCap,
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

/** The maximum fee per gas that is offered for it, in wei: the new value of the operator, the stored one, or the limit of the network. */
export function feeCapOf(input: AskedTransaction, found: StuckTransaction): bigint {
  if (input.max_fee_gwei !== undefined) return parseGwei(input.max_fee_gwei)
  return found.feeCap ?? feeLimitsOf(found.chainId).cap
}

/** Why no higher fee can be offered for its nonce; `null` if one can. */
export function refuseOffer(input: AskedTransaction, found: StuckTransaction): string | null {
  if (found.state === 'queued') return 'It has no nonce yet, so nothing of it is on its way.'
  if (found.state !== 'sent') return `It is ${found.state}: its nonce is used.`
  if (!found.isNext)
    return 'An earlier transaction of the same key is not mined yet. This one waits for that one: act on the earlier one.'
  const cap = feeCapOf(input, found)
  const most = feeLimitsOf(found.chainId).cap * maxTimesLimit
  if (cap > most) return `At most ${formatGwei(most)} gwei can be allowed here.`
  // Nodes require a tenth more for a replacement.
  if (cap * 10n < found.offered * 11n)
    return `${formatGwei(found.offered)} gwei per gas are offered already, and nodes take a replacement only for a tenth more. Allow more than ${formatGwei(cap)} gwei.`
  return null
}

/** The limit of what a nonce may cost, as text. */
export function costText(
  cap: bigint,
  gas: number,
  found: Pick<StuckTransaction, 'coin' | 'network'>,
): string {
  return `at most ${formatEther(cap * BigInt(gas))} ${found.coin} on ${found.network} (${formatGwei(cap)} gwei per gas)`
}

/** The condition for a replacement, as text. */
export const replacementGuard =
  'It is signed and not mined, it is the first such transaction of its key, and the limit leaves a tenth more to offer.'

/**
 * Stores an operator's request to replace a transaction: by the same call for a higher fee (`bump`), or by an empty transaction (`cancel`). A
 * worker with the key carries it out.
 *
 * @throws CairnError `conflict` if the transaction is no longer the next of its sender queue
 */
export async function askReplacement(args: {
  ctx: Pick<Context, 'db' | 'env'>
  tx: Tx
  input: AskedTransaction
  wish: 'bump' | 'cancel'
}): Promise<{ result: { nonce: number | null; max_fee_gwei: string } }> {
  const { ctx, tx, input, wish } = args
  const found = await loadStuck(ctx, input.transaction_id)
  const feeCap = feeCapOf(input, found)
  const now = sql`service_now()`
  const [asked] = await tx
    .update(chainTx)
    .set({
      ...(input.max_fee_gwei !== undefined && { feeCap }),
      ...(wish === 'bump' ? { bumpAskedAt: now } : { cancelAskedAt: now }),
    })
    .where(and(eq(chainTx.id, input.transaction_id), isNext))
    .returning({ id: chainTx.id })
  if (!asked) throw new CairnError('conflict', 'It has been mined, or an earlier one blocks it. Check again.')
  await notifyWorkers(tx)
  return { result: { nonce: found.nonce, max_fee_gwei: formatGwei(feeCap) } }
}
