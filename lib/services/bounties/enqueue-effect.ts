import 'server-only'
import { and, eq } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { bounty } from '#db/schema/bounty'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { BountyEffect } from '#lib/domain/bounty/bounty'
import { isSettledBy } from '#lib/services/bounties/check-settlement'
import { intentOf } from '#lib/services/bounties/effect-intent'
import { ensureEscrowAllowance } from '#lib/services/bounties/ensure-escrow-allowance'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { noteBlocker, type Pass } from '#lib/services/bounties/pass'
import type { BountyRow } from '#lib/services/bounties/transition'

/**
 * Enqueues the transaction of an effect and stores its id with the bounty, in one database transaction.
 *
 * @returns false if it is too early, or the bounty has changed since this was decided
 */
export async function enqueueEffect(args: {
  pass: Pass
  known: Known
  effect: BountyEffect
}): Promise<boolean> {
  const { pass, known, effect } = args
  const { row } = known
  if (!(await mayAsk(args))) return false
  const intent = await intentOf({ pass, row, effect })
  const nth = triesOf(row, effect) + 1
  const idemKey = `${intent.kind}:${bytesToHex(row.ref)}:${nth}`
  return pass.ctx.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ bountyId: bounty.bountyId })
      .from(bounty)
      .where(and(eq(bounty.bountyId, row.bountyId), isAsDecided(row)))
      .for('update')
    if (!held) return false
    if (effect === 'post' && !(await ensureEscrowAllowance({ tx, pass, row }))) {
      const text =
        'The treasury has not yet allowed the escrow to take the money. That permission is under way, and comes first.'
      noteBlocker({ pass, row, blocker: { code: 'no_allowance', text, data: {} } })
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

/** Money leaves the treasury only if the payment of the bounty is in the chain: deep enough for a post, final for a payback. */
async function mayAsk(args: { pass: Pass; known: Known; effect: BountyEffect }): Promise<boolean> {
  const { pass, known, effect } = args
  if (effect === 'payback') return isSettledBy({ pass, known, block: pass.final })
  if (effect !== 'post') return true
  const block = pass.head - pass.network.confirmations
  return isSettledBy({ pass, known, block })
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
