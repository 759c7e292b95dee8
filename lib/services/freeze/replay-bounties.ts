import 'server-only'
import { eq } from 'drizzle-orm'
import { payment } from '#db/schema/payment'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { after, type BountyEvent, isEnded } from '#lib/domain/bounty/bounty'
import { type Known, loadAgain } from '#lib/services/bounties/load-facts'
import { beginPass, type Pass } from '#lib/services/bounties/pass'
import { readChainState } from '#lib/services/bounties/read-chain-state'
import { recordEvent } from '#lib/services/bounties/record-event'
import { recordNumber } from '#lib/services/bounties/record-number'
import { adoptExit } from '#lib/services/freeze/adopt-exit'
import { isUnknownDigest } from '#lib/services/payments/unknown-digest'

/** A bounty takes fewer steps from payment to end. */
const maxSteps = 8

/**
 * The number of bounties that advanced; those that could not be read, with the reason; and those whose state
 * on the chain contradicts the database, which the audit reports.
 */
export type ReplayedBounties = { moved: number; blocked: Record<string, string>; conflicts: string[] }

/**
 * Brings every bounty of a network to where the contract and the token have it in a final block, by its reference: posts, exits
 * and paybacks that this database does not know are found and recorded with their transactions. Sends nothing.
 *
 * @param input.only only bounties that are open here and by the ledger have left the contract. A payment that is shown again after
 *   its bounty was lost and had ended creates such a bounty.
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
  const replayed: ReplayedBounties = { moved: 0, blocked: {}, conflicts: [] }
  if (rows.length === 0) return replayed
  const pass = await beginPass({ ctx, network })
  for (const { id } of rows) {
    try {
      const { moved, fits } = await replayBounty(pass, id)
      if (moved) replayed.moved += 1
      if (!fits) replayed.conflicts.push(id)
    } catch (error) {
      replayed.blocked[id] = errorText(error)
    }
  }
  return replayed
}

async function replayBounty(pass: Pass, bountyId: string): Promise<{ moved: boolean; fits: boolean }> {
  for (let step = 0; step < maxSteps; step++) {
    const known = await loadAgain({ ctx: pass.ctx, bountyId })
    const went = await stepOn(pass, known)
    if (went !== true) return { moved: step > 0, fits: went !== 'conflict' }
  }
  return { moved: true, fits: true }
}

async function stepOn(pass: Pass, known: Known): Promise<boolean | 'conflict'> {
  const { state, postIsFinal } = known.row
  if (isEnded(state)) return false
  const { inContract, paidBack } = await readChainState({ pass, known })
  const record = (event: BountyEvent) => recordEvent({ pass, known, event })
  if (after(state, 'paid_back') && paidBack === true) return record('paid_back')
  if (inContract === 'unsettled' || inContract === 'unread' || inContract === 'none') return false
  if (state === 'paid') return record('post_signed')
  if (state === 'creating') return record('posted')
  if (!postIsFinal) return recordNumber({ pass, known })
  if (inContract === 'open' || inContract === 'overdue')
    return state === 'open' && (await isLost(pass, known)) && adoptExit({ pass, known, exit: 'cancelled' })
  if (state === 'open') return adoptExit({ pass, known, exit: inContract })
  // It is paid on its day, and needs no transaction before then.
  if (inContract === 'accepted') return state === 'accepting' ? false : 'conflict'
  return after(state, inContract) ? record(inContract) : 'conflict'
}

/** An order whose brief is lost cannot be carried out. */
async function isLost({ ctx }: Pass, { row }: Known): Promise<boolean> {
  const [paid] = await ctx.db
    .select({ requestHash: payment.requestHash })
    .from(payment)
    .where(eq(payment.id, row.paymentId))
  return paid !== undefined && isUnknownDigest(paid.requestHash)
}
