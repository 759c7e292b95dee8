import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { payment } from '#db/schema/payment'
import { paymentJournal } from '#db/schema/payment-archive'
import type { Context } from '#lib/adapters/context'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { defineAction } from '#lib/services/operator/action'

const isDue = and(
  sql`${payment.state} in ('settling', 'failed')`,
  sql`(${payment.state} = 'failed' or ${payment.claimedUntil} <= now())`,
)

/** Makes the reconciliation read one payment from the chain now, even one that it no longer watches. */
export const lookUpPayment = defineAction({
  name: 'look_up_payment',
  input: z.object({ payment_id: z.int().min(1) }),
  subjectOf: ({ payment_id: id }) => ({ kind: 'payment', id: String(id) }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const found = await load(ctx, input.payment_id)
    const what = found.isOrder ? 'and its bounty begins' : 'and the payer can fetch the answer again'
    return {
      title: `Look up payment ${input.payment_id} on its chain`,
      effect: `A worker asks the chain now what became of the ${formatUsdc(found.amountAtomic)} USDC. If they arrived, the payment is settled ${what}. If they can no longer arrive, it is closed as failed. Otherwise its state does not change, and it is still watched. This moves no money.`,
      guard:
        'The payment has failed, or is settling while no process works on it. A settled or void payment cannot be looked up.',
      refusal: refusalOf(found),
    }
  },
  run: async ({ tx, input }) => {
    const [marked] = await tx
      .update(payment)
      .set({ lookedAt: null, closedAt: null })
      .where(and(eq(payment.id, input.payment_id), isDue))
      .returning({ state: payment.state })
    if (!marked)
      throw new CairnError(
        'conflict',
        'The payment was settled or closed meanwhile, or another process works on it. Check again.',
      )
    await notifyWorkers(tx)
    return { result: { was: marked.state } }
  },
})

async function load({ db }: Pick<Context, 'db'>, id: number) {
  const [found] = await db
    .select({
      state: paymentJournal.state,
      amountAtomic: paymentJournal.amountAtomic,
      isLeased: sql<boolean>`${paymentJournal.claimedUntil} > now()`,
      isOrder: sql<boolean>`exists (select from bounty_order where payment_id = ${paymentJournal.id})`,
    })
    .from(paymentJournal)
    .where(eq(paymentJournal.id, id))
  if (!found) throw new CairnError('not_found', 'There is no payment with this id.')
  return found
}

function refusalOf({ state, isLeased }: Awaited<ReturnType<typeof load>>): string | null {
  switch (state) {
    case 'settled':
      return 'It is settled: there is nothing to find out.'
    case 'void':
      return 'It was never submitted. If a client shows the same payment again, the chain decides.'
    case 'claimed':
      return 'Its answer is being made, and it was not submitted yet. Abandoned claims become void automatically within seconds.'
    case 'settling':
      return isLeased ? 'Somebody is settling it at this moment. Look again in half a minute.' : null
    case 'failed':
      return null
  }
}
