import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { payment } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money'
import { defineAction } from '#lib/services/operator/action'

type Input = { payment_id: number }

const isDue = and(
  sql`${payment.state} in ('settling', 'failed')`,
  sql`(${payment.state} = 'failed' or ${payment.claimedUntil} <= now())`,
)

/** Has the reconciliation ask the chain about one payment now, also one that it had stopped to watch. */
export const lookUpPayment = defineAction<Input, object>({
  name: 'look_up_payment',
  input: z.object({ payment_id: z.int().min(1) }),
  subjectOf: ({ payment_id: id }) => ({ kind: 'payment', id: String(id) }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const found = await load(ctx, input.payment_id)
    const what = found.isOrder ? 'and its bounty begins' : 'and whoever paid can fetch the answer again'
    return {
      title: `Look up payment ${input.payment_id} on its chain`,
      effect: `A worker asks the chain now what became of the ${formatUsdc(found.amountAtomic)} USDC. If they arrived, the payment is settled ${what}. If they can never arrive any more, it is closed as failed. Otherwise it stays as it is, and is watched on. No money is moved by this.`,
      guard:
        'The payment is settling with nobody at work on it, or has failed. What is settled or void has nothing to be looked up.',
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
      throw new CairnError('conflict', 'The payment was decided, or somebody is at work on it. Look again.')
    await ringWorkers(tx)
    return { result: { was: marked.state } }
  },
})

async function load({ db }: Pick<Context, 'db'>, id: number) {
  const [found] = await db
    .select({
      state: payment.state,
      amountAtomic: payment.amountAtomic,
      isLeased: sql<boolean>`${payment.claimedUntil} > now()`,
      isOrder: sql<boolean>`exists (select from bounty_order where payment_id = ${payment.id})`,
    })
    .from(payment)
    .where(eq(payment.id, id))
  if (!found) throw new CairnError('not_found', 'There is no payment with this id.')
  return found
}

function refusalOf({ state, isLeased }: Awaited<ReturnType<typeof load>>): string | null {
  switch (state) {
    case 'settled':
      return 'It is settled: there is nothing to find out.'
    case 'void':
      return 'Nothing was ever sent for it. Whoever shows the same payment again is judged by the chain.'
    case 'claimed':
      return 'Its answer is being made, and nothing was sent for it yet. Abandoned claims are void by themselves within seconds.'
    case 'settling':
      return isLeased ? 'Somebody is settling it at this moment. Look again in half a minute.' : null
    case 'failed':
      return null
  }
}
