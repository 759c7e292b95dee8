import 'server-only'
import { cancelAdvice } from '#lib/domain/bounty/cancel-advice'
import { CairnError } from '#lib/domain/errors'
import type { Bounty } from '#lib/schemas/bounty'
import { type BountyRequest, findBountyAnswer, storeBountyAnswer } from '#lib/services/bounties/bounty-answer'
import { type BountyContext, getBounty } from '#lib/services/bounties/get-bounty'
import { beforeDeadline, transition } from '#lib/services/bounties/transition'

/**
 * Cancels an open bounty before its deadline: its money goes back to the payer. From the deadline on, expiry does that.
 *
 * @param args.input.idempotencyKey repeating the request with the same key returns the same answer; without one it is refused
 * @throws CairnError `not_open`
 */
export async function cancelBounty(args: {
  ctx: BountyContext
  input: { bountyId: string; idempotencyKey?: string | undefined }
}): Promise<Bounty> {
  const { ctx, input } = args
  const { bountyId, idempotencyKey } = input
  const request: BountyRequest = { bountyId, action: 'cancel', idempotencyKey }
  return ctx.db.transaction(async (tx) => {
    const moved = await transition({ tx, bountyId, event: 'cancel', where: beforeDeadline })
    const answered = moved ? undefined : await findBountyAnswer({ tx, request })
    if (answered) return answered
    const bounty = await getBounty({ ctx, input, tx })
    if (!moved) throw refusalOf(bounty)
    await storeBountyAnswer({ tx, request, answer: bounty })
    return bounty
  })
}

function refusalOf({ status, held_up }: Bounty): CairnError {
  const why = held_up ? ` ${held_up.message}` : ''
  return new CairnError(
    'not_open',
    `Only an open bounty can be cancelled; this one is ${status}.${why} Nothing was changed. ${cancelAdvice(status)}`,
  )
}
