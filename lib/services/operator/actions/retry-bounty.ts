import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bounty, isNotEnded } from '#db/schema/bounty'
import { serviceFreeze } from '#db/schema/freeze'
import type { Context } from '#lib/adapters/context'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { retryEffect, retryRefusal } from '#lib/domain/bounty/bounty-retry'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import { type Known, loadKnown } from '#lib/services/bounties/load-facts'
import { defineAction } from '#lib/services/operator/action'

const input = z.object({ bounty_id: z.string().refine(couldBeId, 'is not an id of a bounty') })

/**
 * Advances a bounty at once, skipping the wait before its next try. `nextAction` still decides what is sent,
 * and sends nothing while an earlier transaction can take effect. So this only moves money earlier, and
 * requires no signature.
 */
export const retryBounty = defineAction({
  name: 'retry_bounty',
  input,
  subjectOf: ({ bounty_id }) => ({ kind: 'bounty', id: bounty_id }),
  signs: false,
  preview: async ({ ctx, input: { bounty_id: bountyId } }) => {
    const known = await loadKnown({ ctx, bountyId })
    if (!known) throw new CairnError('not_found', `There is no bounty ${bountyId}.`)
    const refusal = retryRefusal(known.row) ?? (await freezeRefusal(ctx)) ?? null
    return {
      title: `Retry bounty ${bountyId}`,
      effect: refusal === null ? retryEffect(described(ctx, known)) : 'Nothing.',
      guard:
        'It has not ended, and something is under way. A transaction is asked for again only when the one before can never take effect any more, and a final block says that the money is still where it was.',
      refusal,
    }
  },
  run: async ({ tx, input: { bounty_id: bountyId } }) => {
    const [asked] = await tx
      .update(bounty)
      .set({ retryAskedAt: sql`service_now()` })
      .where(
        and(
          eq(bounty.bountyId, bountyId),
          sql`(${isNotEnded})`,
          sql`not (${bounty.state} = 'open' and ${bounty.postIsFinal})`,
        ),
      )
      .returning({ state: bounty.state })
    if (!asked)
      throw new CairnError(
        'conflict',
        'Nothing was changed: the bounty has ended, or is not waiting for a retry.',
      )
    await notifyWorkers(tx)
    return { result: { state: asked.state } }
  },
})

async function freezeRefusal({ db }: Pick<Context, 'db'>): Promise<string | undefined> {
  const [frozen] = await db
    .select({ id: serviceFreeze.id })
    .from(serviceFreeze)
    .where(isNull(serviceFreeze.endedAt))
  return frozen && 'The service is frozen: nothing is sent for any bounty until it is unfrozen.'
}

function described({ env }: Pick<Context, 'env'>, { row, post, exit, payback }: Known) {
  const network = env.networks.find(({ chainId }) => chainId === row.chainId)
  const money = `${row.amountUsdc.toFixed(2)} USDC on ${network?.name ?? `chain ${row.chainId}`}`
  const { state, postIsFinal, postTries, payer } = row
  return { state, postIsFinal, postTries, payer, post, exit, payback, money }
}
