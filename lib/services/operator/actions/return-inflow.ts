import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { bytesToHex, getAddress, type Hex, hexToBytes } from 'viem'
import { z } from 'zod'
import { inflowReturn } from '#db/schema/inflow-return'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money'
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

type Input = { network: string; transaction: string; log_index: number }

const input = z.object({
  network: z.string(),
  transaction: hex32,
  log_index: z.int().min(0),
})

const keyOf = ({ network, transaction, log_index: logIndex }: Input): InflowKey => ({
  ...{ network, transaction: transaction as Hex, logIndex },
})

const guard = `The transfer is in a final block of at least ${returnAfterMinutes} minutes ago; no payment, bounty or earlier return explains it, and no payment that may still be shown has its authorization; its sender is not the escrow, the token or the treasury; and what the treasury keeps covers all that is on its way. A worker checks the same again before it signs.`

/**
 * Sends what nobody was asked for back to its sender. Written down here, by a process without keys, and sent by a worker; once,
 * by this row and by the nonce that the token takes once.
 */
export const returnInflow = defineAction<Input, object>({
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
      effect: `Send ${usdc} USDC on ${name} from the treasury to ${getAddress(inflow.sender)}, which sent them${where} in transaction ${asked.transaction} (log index ${asked.log_index}). This happens once and cannot be undone. Where an exchange or a contract sent them, they go to its address, which may not credit them to whoever they belong to.`,
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
    const [written] = await tx
      .insert(inflowReturn)
      .values({
        ...{ chainId: network.chainId, txHash: hexToBytes(key.transaction), logIndex: key.logIndex },
        ...{ sender, amountAtomic, authorization, nonce: hexToBytes(returnNonce(key)), state: 'asked' },
      })
      .onConflictDoUpdate({
        target: [inflowReturn.chainId, inflowReturn.txHash, inflowReturn.logIndex],
        set: { state: 'asked', hindrance: null, askedAt: sql`service_now()` },
        setWhere: eq(inflowReturn.state, 'withdrawn'),
      })
      .returning({ chainId: inflowReturn.chainId })
    if (!written) throw new CairnError('conflict', 'This has been sent back already, or is about to be.')
    await ringWorkers(tx)
    return { result: { network: network.id, to: sender, amount_usdc: formatUsdc(amountAtomic) } }
  },
})
