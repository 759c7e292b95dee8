import 'server-only'
import { CairnError } from '#lib/domain/errors'
import type { Bounty } from '#lib/schemas/bounty'
import { type BountyContext, getBounty } from '#lib/services/bounties/get-bounty'
import { transition } from '#lib/services/bounties/transition'

/**
 * Takes an open bounty back: its money goes to the payer. Asked again it answers again, without another effect.
 *
 * @throws CairnError `not_open`
 */
export async function cancelBounty(args: {
  ctx: BountyContext
  input: { bountyId: string }
}): Promise<Bounty> {
  const { ctx, input } = args
  return ctx.db.transaction(async (tx) => {
    const moved = await transition({ tx, bountyId: input.bountyId, event: 'cancel' })
    const bounty = await getBounty({ ctx, input, tx })
    if (moved || bounty.status === 'cancelling' || bounty.status === 'cancelled') return bounty
    throw new CairnError(
      'not_open',
      `Only an open bounty can be cancelled; this one is ${bounty.status}. Nothing was changed.`,
    )
  })
}
