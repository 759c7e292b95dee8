import 'server-only'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import { moderationRefusal } from '#lib/domain/moderation/moderation'
import { beforeDeadline, transition } from '#lib/services/bounties/transition'
import { defineAction } from '#lib/services/operator/action'
import { networkName } from '#lib/services/operator/overview/network-name'
import { findModerated } from '#lib/services/reports/find-moderated'
import { takeMeasure } from '#lib/services/reports/take-measure'

/**
 * Cancels an open bounty by the same transition as its poster: workers then have the escrow contract pay the full amount back to the
 * wallet that paid. This adds no way for money to move.
 */
export const cancelBounty = defineAction({
  name: 'cancel_bounty',
  input: z.object({ bounty_id: z.string().refine(couldBeId, 'is not an id of a bounty') }),
  subjectOf: ({ bounty_id }) => ({ kind: 'bounty', id: bounty_id }),
  signs: true,
  publishesReason: true,
  preview: async ({ ctx, input: { bounty_id: id } }) => {
    const { facts, bounty } = await findModerated({ ctx, input: { kind: 'bounty', id } })
    const { amountUsdc, chainId, payer } = bounty
    const money = `${amountUsdc.toFixed(2)} USDC on ${networkName(ctx.env, `eip155:${chainId}`)}`
    return {
      title: `Cancel bounty ${id} and refund ${money}`,
      effect: `The escrow contract pays ${money} back to ${payer}, the wallet that paid. Nobody is paid for films that were handed in, and they are deleted. The page of the bounty withholds its text. Poster and contributors read your reason. This cannot be undone.`,
      guard: 'It is open and before its deadline. If its poster accepts a film first, this is refused.',
      refusal: moderationRefusal('cancel', facts),
    }
  },
  run: async ({ tx, input: { bounty_id: bountyId }, reason }) => {
    const moved = await transition({
      tx,
      bountyId,
      event: 'cancel',
      where: beforeDeadline,
      data: { by: 'operator' },
    })
    if (!moved)
      throw new CairnError(
        'conflict',
        'Nothing was changed: the bounty is not open any more, or its deadline has passed.',
      )
    const subject = { kind: 'bounty', subjectId: bountyId, reason } as const
    await takeMeasure(tx, { ...subject, measure: 'cancelled' })
    await takeMeasure(tx, { ...subject, measure: 'hidden' })
    return { result: { state: moved.state, amount_usdc: moved.amountUsdc, refunded_to: moved.payer } }
  },
})
