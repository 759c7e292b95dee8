import 'server-only'
import { sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import type { bountyBlocker } from '#db/schema/bounty-blocker'
import { blockerAdvice } from '#lib/domain/bounty/blocker-advice'
import { effectOf, isEnded } from '#lib/domain/bounty/bounty'
import { effectOfKind, effectWords } from '#lib/domain/bounty/find-blocker'
import { moneyPlaceOf } from '#lib/domain/bounty/money-place'
import { networkOf } from '#lib/domain/chain/caip2'
import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain/chain-tx'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorBounty } from '#lib/schemas/operator-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'

type Pending = { id: number; kind: string; state: ChainTxState }

/** Column: the transaction that a bounty now depends on, as `currentSlot` has it. */
export const pendingChainTxId = sql<number | null>`case
  when ${bounty.state} in ('accepted', 'cancelled', 'expired_refunded', 'failed') then null
  when ${bounty.state} in ('paid', 'creating') or not ${bounty.postIsFinal} then coalesce(${bounty.paybackChainTxId}, ${bounty.postChainTxId})
  else ${bounty.exitChainTxId} end`

export function describeInList(found: {
  row: BountyRow
  blocker: typeof bountyBlocker.$inferSelect | null
  pending: Pending | null
  isStuck: boolean
  isHidden: boolean
  ageSeconds: number
}): OperatorBounty {
  const { row, blocker, pending } = found
  return {
    bounty_id: row.bountyId,
    title: row.title,
    state: row.state,
    since: isoTime(row.updatedAt),
    age_seconds: Math.max(0, Math.floor(found.ageSeconds)),
    is_stuck: found.isStuck,
    is_hidden: found.isHidden,
    amount_usdc: row.amountUsdc.toFixed(2),
    network: networkOf(row.chainId),
    money_is: moneyPlaceOf[row.state],
    payer: row.payer,
    paid_at: isoTime(row.paidAt),
    blocker:
      isEnded(row.state) || !blocker
        ? null
        : {
            code: blocker.code,
            text: blocker.text,
            advice: blockerAdvice[blocker.code],
            since: isoTime(blocker.since),
            looked_at: isoTime(blocker.lookedAt),
            next_try_at: blocker.nextTryAt && isoTime(blocker.nextTryAt),
          },
    waits_for: waitsFor(row, pending),
  }
}

function waitsFor({ state, postIsFinal }: BountyRow, pending: Pending | null): string | null {
  if (isEnded(state)) return null
  if (state === 'open' && postIsFinal) return 'Acceptance, cancellation or deadline.'
  if (!pending) {
    const effect = effectOf(state)
    return effect ? `A worker, to ask for its ${effectWords[effect]}.` : 'A worker.'
  }
  const what = effectWords[effectOfKind(pending.kind)]
  const its = `Its ${what}, transaction ${pending.id},`
  if (endedWithoutEffect(pending.state)) return `${its} had no effect: to be requested again after the wait.`
  if (pending.state === 'queued') return `${its} to be signed and sent.`
  if (pending.state === 'sent') return `${its} to come into a block.`
  return pending.state === 'mined'
    ? `${its} to be final.`
    : `A worker, to record ${its.replace('Its', 'its').slice(0, -1)}.`
}
