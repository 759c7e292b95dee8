import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { chainTx } from '#db/schema/outbox'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { chainTxWords } from '#lib/domain/chain/chain-tx-words'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import { loadStuck } from '#lib/services/operator/chains/asked-transaction'

/** Ends a transaction that waits for its nonce: it is never signed. */
export const rejectTransaction = defineAction({
  name: 'reject_transaction',
  input: z.object({ transaction_id: z.int().min(1) }),
  subjectOf: ({ transaction_id: id }) => ({ kind: 'transaction', id: String(id) }),
  signs: true,
  preview: async ({ ctx, input }) => {
    const found = await loadStuck(ctx, input.transaction_id)
    return {
      title: `Reject transaction ${input.transaction_id} on ${found.network}`,
      effect: `Transaction ${input.transaction_id} (${found.kind.replaceAll('_', ' ')}) is never signed or sent. ${chainTxWords(found.kind).afterwards} Freeze its queue first if its replacement should wait too.`,
      guard: 'It is queued and has no nonce, and no worker is signing it at that moment.',
      refusal:
        found.state === 'queued' ? null : `It is ${found.state}: only what has no nonce yet can be rejected.`,
    }
  },
  run: async ({ tx, input, operator, reason }) => {
    // Waits for a worker that is signing it. The row is then no longer queued.
    const [rejected] = await tx
      .update(chainTx)
      .set({
        state: 'rejected',
        error: `rejected by operator ${operator}: ${reason}`,
        updatedAt: sql`service_now()`,
      })
      .where(and(eq(chainTx.id, input.transaction_id), eq(chainTx.state, 'queued')))
      .returning({ kind: chainTx.kind })
    if (!rejected) throw new CairnError('conflict', 'It has a nonce by now. Check again.')
    await notifyWorkers(tx)
    return { result: { kind: rejected.kind } }
  },
})
