import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bytesToHex, getAddress, type Hex, hexToBytes } from 'viem'
import { z } from 'zod'
import { inflowReturn } from '#db/schema/inflow-return'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { hex32 } from '#lib/schemas/formats'
import {
  checkReturn,
  loadInflow,
  networkOf,
  refusePaid,
  refuseSender,
  returnAfterMinutes,
} from '#lib/services/inflows/check-return'
import { lockAuthorization } from '#lib/services/inflows/lock-authorization'
import { type InflowKey, returnNonce } from '#lib/services/inflows/return-nonce'
import { defineAction } from '#lib/services/operator/action'

const input = z.object({
  network: z.string(),
  transaction: hex32,
  log_index: z.int().min(0),
})

const keyOf = ({ network, transaction, log_index: logIndex }: z.output<typeof input>): InflowKey => ({
  network,
  transaction: transaction as Hex,
  logIndex,
})

const guard = `The transfer is in a final block of at least ${returnAfterMinutes} minutes ago; no payment, bounty or earlier return explains it, and no payment that may still be shown has its authorization; its sender is not the escrow, the token or the treasury; and what the treasury keeps covers all that is on its way. A worker checks the same again before it signs.`

/**
 * Sends an unexplained inflow back to its sender. This process has no keys: it stores the decision, and a
 * worker sends the transfer. The row and the nonce each ensure that it happens once.
 */
export const returnInflow = defineAction({
  name: 'return_inflow',
  input,
  subjectOf: ({ network, transaction, log_index }) => ({
    kind: 'inflow',
    id: `${network} ${transaction} ${log_index}`,
  }),
  signs: true,
  preview: async ({ ctx, input: asked }) => {
    const { name } = networkOf(ctx.env, keyOf(asked))
    const inflow = await loadInflow({ db: ctx.db, env: ctx.env, key: keyOf(asked) })
    const refusal = await checkReturn({ ctx, input: { inflow, isAsked: false } })
    const usdc = formatUsdc(inflow.amountAtomic)
    const where = inflow.to === 'revenue' ? ' to PAY_TO, whose key is not here,' : ''
    return {
      title: `Send back ${usdc} USDC on ${name}`,
      effect: `Send ${usdc} USDC on ${name} from the treasury to ${getAddress(inflow.sender)}, which sent them${where} in transaction ${asked.transaction} (log index ${asked.log_index}). This happens once and cannot be undone. If an exchange or a contract sent them, they go to its address, and it may fail to credit them to their owner.`,
      guard,
      refusal: refusal?.text ?? null,
    }
  },
  run: async ({ ctx, tx, input: asked }) => {
    const key = keyOf(asked)
    const network = networkOf(ctx.env, key)
    const inflow = await loadInflow({ db: tx, env: ctx.env, key })
    const { sender, amountAtomic, authorization } = inflow
    if (authorization) await lockAuthorization({ tx, nonce: bytesToHex(authorization) })
    const refusal = refuseSender(ctx.env, network, inflow) ?? (await refusePaid(tx, network, inflow))
    if (refusal) throw new CairnError('conflict', refusal.text)
    const isInflow = and(
      eq(inflowReturn.chainId, network.chainId),
      eq(inflowReturn.txHash, hexToBytes(key.transaction)),
      eq(inflowReturn.logIndex, key.logIndex),
    )
    const [again] = await tx
      .update(inflowReturn)
      .set({ state: 'asked', blocker: null, askedAt: sql`service_now()` })
      .where(and(isInflow, eq(inflowReturn.state, 'withdrawn')))
      .returning({ chainId: inflowReturn.chainId })
    const [first] = again
      ? []
      : await tx
          .insert(inflowReturn)
          .values({
            chainId: network.chainId,
            txHash: hexToBytes(key.transaction),
            logIndex: key.logIndex,
            sender,
            amountAtomic,
            authorization,
            nonce: hexToBytes(returnNonce(key)),
            state: 'asked',
          })
          // If two operators do this at once, the row of the second may conflict by its key or by its nonce.
          .onConflictDoNothing()
          .returning({ chainId: inflowReturn.chainId })
    if (!again && !first)
      throw new CairnError('conflict', 'This has been sent back already, or is about to be.')
    await notifyWorkers(tx)
    return { result: { network: network.id, to: sender, amount_usdc: formatUsdc(amountAtomic) } }
  },
})
