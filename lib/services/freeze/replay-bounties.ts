import 'server-only'
import { eq } from 'drizzle-orm'
import { payment } from '#db/schema/payment'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { after, type BountyEvent, isEnded } from '#lib/domain/bounty'
import { keepNumber } from '#lib/services/bounties/keep-number'
import { type Known, loadAgain } from '#lib/services/bounties/load-facts'
import { look } from '#lib/services/bounties/look'
import { recordEvent } from '#lib/services/bounties/record-event'
import { beginVisit, type Visit } from '#lib/services/bounties/visit'
import { adoptExit } from '#lib/services/freeze/adopt-exit'
import { isLostDigest } from '#lib/services/payments/lost-order'

/** From payment to end it is fewer. */
const maxSteps = 8

/**
 * How many bounties moved on; those that could not be looked at, with why; and those that are on the chain what they cannot be
 * here, which the audit reports and nobody explains away.
 */
export type ReplayedBounties = { moved: number; hindered: Record<string, string>; conflicts: string[] }

/**
 * Brings every bounty of a network to where the contract and the token have it in a final block, by its reference: posts, exits
 * and paybacks that this database does not know are found and recorded with their transactions. Asks for nothing.
 *
 * @param input.only those that are open here and have left the contract by the books: what a payment that was shown again, after
 *   its bounty was lost and had ended, comes to
 */
export async function replayBounties(args: {
  ctx: Context
  input: { network: NetworkConfig; only?: 'ended' }
}): Promise<ReplayedBounties> {
  const { ctx, input } = args
  const { network, only } = input
  const { sql } = ctx
  const wanted = only === undefined
  const rows = await sql<{ id: string }[]>`
    select bounty_id as id from bounty b
    where chain_id = ${network.chainId} and (
      (${wanted} and (state in ('paid', 'creating', 'accepting', 'cancelling', 'expired') or (state = 'open' and not post_is_final)))
      or (state = 'open' and exists (
        select from ledger_entry e where e.chain_id = b.chain_id and e.onchain_id = b.onchain_id and e.from_address = b.escrow
          and e.kind in ('released', 'cancelled', 'refunded'))))
    order by bounty_id`
  const replayed: ReplayedBounties = { moved: 0, hindered: {}, conflicts: [] }
  if (rows.length === 0) return replayed
  const visit = await beginVisit({ ctx, network })
  for (const { id } of rows) {
    try {
      const { moved, fits } = await replayBounty(visit, id)
      if (moved) replayed.moved += 1
      if (!fits) replayed.conflicts.push(id)
    } catch (error) {
      replayed.hindered[id] = errorText(error)
    }
  }
  return replayed
}

async function replayBounty(visit: Visit, bountyId: string): Promise<{ moved: boolean; fits: boolean }> {
  for (let step = 0; step < maxSteps; step++) {
    const known = await loadAgain({ ctx: visit.ctx, bountyId })
    const went = await stepOn(visit, known)
    if (went !== true) return { moved: step > 0, fits: went !== 'conflict' }
  }
  return { moved: true, fits: true }
}

async function stepOn(visit: Visit, known: Known): Promise<boolean | 'conflict'> {
  const { state, postIsFinal } = known.row
  if (isEnded(state)) return false
  const { inContract, paidBack } = await look({ visit, known })
  const record = (event: BountyEvent) => recordEvent({ visit, known, event })
  if (after(state, 'paid_back') && paidBack === true) return record('paid_back')
  if (inContract === 'unsettled' || inContract === 'unread' || inContract === 'none') return false
  if (state === 'paid') return record('post_signed')
  if (state === 'creating') return record('posted')
  if (!postIsFinal) return keepNumber({ visit, known })
  if (inContract === 'open' || inContract === 'overdue')
    return state === 'open' && (await isLost(visit, known)) && adoptExit({ visit, known, exit: 'cancelled' })
  if (state === 'open') return adoptExit({ visit, known, exit: inContract })
  // It is paid when its day comes, and nothing has to be found before then.
  if (inContract === 'accepted') return state === 'accepting' ? false : 'conflict'
  return after(state, inContract) ? record(inContract) : 'conflict'
}

/** Nobody can carry out an order whose words are gone. */
async function isLost({ ctx }: Visit, { row }: Known): Promise<boolean> {
  const [paid] = await ctx.db
    .select({ requestHash: payment.requestHash })
    .from(payment)
    .where(eq(payment.id, row.paymentId))
  return paid !== undefined && isLostDigest(paid.requestHash)
}
