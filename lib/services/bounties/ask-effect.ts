import 'server-only'
import { and, eq } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { bounty } from '#db/schema/bounty'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { BountyEffect } from '#lib/domain/bounty'
import { isSettledBy } from '#lib/services/bounties/check-settlement'
import { intentOf } from '#lib/services/bounties/effect-intent'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { takeAllowance } from '#lib/services/bounties/take-allowance'
import type { BountyRow } from '#lib/services/bounties/transition'
import { noteHindrance, type Visit } from '#lib/services/bounties/visit'

/**
 * Asks the outbox for the transaction of an effect, in the database transaction that notes it with the bounty: it was asked
 * for and is known, or neither.
 *
 * @returns false when its time has not come yet, or the bounty is not as it was when this was decided: someone was first
 */
export async function askEffect(args: {
  visit: Visit
  known: Known
  effect: BountyEffect
}): Promise<boolean> {
  const { visit, known, effect } = args
  const { row } = known
  if (!(await mayAsk(args))) return false
  const intent = await intentOf({ visit, row, effect })
  const nth = triesOf(row, effect) + 1
  const idemKey = `${intent.kind}:${bytesToHex(row.ref)}:${nth}`
  return visit.ctx.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ bountyId: bounty.bountyId })
      .from(bounty)
      .where(and(eq(bounty.bountyId, row.bountyId), isAsDecided(row)))
      .for('update')
    if (!held) return false
    if (effect === 'post' && !(await takeAllowance({ tx, visit, row }))) {
      const text = 'The escrow may not take from the treasury yet; that was asked for, and comes first.'
      noteHindrance({ visit, row, hindrance: { code: 'no_allowance', text, data: {} } })
      return false
    }
    const { txId } = await enqueue({ tx, intent: { ...intent, idemKey } })
    await tx
      .update(bounty)
      .set(columnsOf(effect, txId, nth))
      .where(eq(bounty.bountyId, row.bountyId))
    return true
  })
}

/** Nothing leaves the treasury for a bounty whose money is not safely there; for good, when it goes back. */
async function mayAsk(args: { visit: Visit; known: Known; effect: BountyEffect }): Promise<boolean> {
  const { visit, known, effect } = args
  if (effect === 'payback') return isSettledBy({ visit, known, block: visit.final })
  if (effect !== 'post') return true
  const block = visit.head - visit.network.confirmations
  return isSettledBy({ visit, known, block })
}

function triesOf(row: BountyRow, effect: BountyEffect): number {
  if (effect === 'post') return row.postTries
  return effect === 'payback' ? row.paybackTries : row.exitTries
}

function columnsOf(effect: BountyEffect, txId: number, tries: number) {
  if (effect === 'post') return { postChainTxId: txId, postTries: tries }
  return effect === 'payback'
    ? { paybackChainTxId: txId, paybackTries: tries }
    : { exitChainTxId: txId, exitTries: tries }
}
