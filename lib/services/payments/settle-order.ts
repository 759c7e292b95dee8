import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Hex, hexToBytes } from 'viem'
import { agentToken, bountyOrder } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import { bountyWebhook } from '#db/schema/webhook'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { agentTokenOf, bountyIdOf, bountyRef } from '#lib/services/bounties/identity'
import { beginBounty } from '#lib/services/bounties/transition'
import { findSentBack, lockAuthorization } from '#lib/services/inflows/lock-authorization'
import { chainOf } from '#lib/services/payments/read-transfer'

const daySeconds = 86_400

/**
 * Records that the money for an order moved: in one transaction its payment is settled and its bounty begins. May be called any
 * number of times, also at once; the first call makes the bounty.
 *
 * @throws when the database or the chain cannot be read: then nothing was changed, and the reconciliation tries again
 */
export async function settleOrder(args: {
  ctx: Pick<Context, 'db' | 'env' | 'chains'>
  input: { id: number; transaction: Hex }
}): Promise<void> {
  const { ctx, input } = args
  const { db, env } = ctx
  const [found] = await db
    .select({ payment, order: bountyOrder })
    .from(payment)
    .innerJoin(bountyOrder, eq(bountyOrder.paymentId, payment.id))
    .where(eq(payment.id, input.id))
  if (!found) throw new Error(`payment ${input.id} is not for a bounty order`)
  const { order, payment: paid } = found
  if (paid.state === 'settled') return
  const paidSeconds = await readBlockTime(ctx, paid.network, input.transaction)
  const { secretKey } = env
  const paymentTx = hexToBytes(input.transaction)
  await db.transaction(async (tx) => {
    await lockAuthorization({ tx, nonce: paid.nonce })
    if (await findSentBack({ tx, key: paid }))
      throw new Error(
        `the money of payment ${paid.id} was sent back to its payer, because the journal did not have the payment`,
      )
    const [settled] = await tx
      .update(payment)
      .set({ state: 'settled', settleTx: paymentTx, closedAt: sql`service_now()`, reason: null })
      .where(and(eq(payment.id, paid.id), inArray(payment.state, ['settling', 'failed'])))
      .returning({ id: payment.id })
    if (!settled) return
    const made = await beginBounty({
      tx,
      row: {
        bountyId: bountyIdOf({ secretKey, key: paid }),
        paymentId: paid.id,
        title: order.title,
        brief: order.brief,
        amountUsdc: order.amountUsdc,
        deadline: new Date((paidSeconds + order.deadlineDays * daySeconds) * 1_000),
        chainId: chainIdOf(paid.network),
        escrow: escrowFor(env, paid.network),
        payer: paid.payer,
        ref: bountyRef(paid),
        paymentTx,
        paidAt: new Date(paidSeconds * 1_000),
      },
    })
    if (!made) return
    const { bountyId } = made
    if (order.webhookUrl !== null) await tx.insert(bountyWebhook).values({ bountyId, url: order.webhookUrl })
    const token = agentTokenOf({ secretKey, key: paid })
    await tx.insert(agentToken).values({ tokenHash: hashToken(token), bountyId })
  })
}

/** The contract for new bounties on a network, lower case. */
function escrowFor(env: Context['env'], network: string): string {
  const found = env.networks.find(({ id }) => id === network)
  if (!found) throw new Error(`${network} is missing from NETWORKS, so no bounty can be posted there`)
  return found.escrow.toLowerCase()
}

/** Epoch seconds of the block that has the transaction. */
async function readBlockTime(
  ctx: Pick<Context, 'chains'>,
  network: string,
  transaction: Hex,
): Promise<number> {
  const { client } = chainOf(ctx, network)
  const { blockHash } = await client.getTransactionReceipt({ hash: transaction })
  const { timestamp } = await client.getBlock({ blockHash })
  return Number(timestamp)
}
