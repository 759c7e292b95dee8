import { type BountyState, isEnded } from '#lib/domain/bounty/bounty'
import type { ReportedKind } from '#lib/domain/moderation/report'

// The measures of operators against bounties, films and wallets.

/** Measures that operators take, each with a reason that is shown to everyone concerned. */
export const measures = ['hidden', 'cancelled', 'banned'] as const
export type Measure = (typeof measures)[number]

/** The facts that decide what an operator may do about a reported subject. */
export type ModeratedFacts = {
  kind: ReportedKind
  /** State of the bounty that the subject is, or belongs to; `null` for a capture. */
  bountyState: BountyState | null
  /** Its deadline has passed. */
  isOver: boolean
  isHidden: boolean
}

export type ModerationAct = 'hide' | 'unhide' | 'cancel'

/**
 * Why an operator may not do this now; `null` if it is allowed.
 *
 * A cancellation is the poster's own transition, so it is possible only where the poster could cancel: an open bounty before its
 * deadline. From acceptance on, the contributor has earned the money.
 */
export function moderationRefusal(act: ModerationAct, facts: ModeratedFacts): string | null {
  const { kind, bountyState, isOver, isHidden } = facts
  switch (act) {
    case 'hide':
      if (kind === 'capture') return 'The record of a capture is withdrawn, not hidden.'
      return isHidden ? 'This is hidden already.' : null
    case 'unhide':
      return isHidden ? null : 'This is not hidden.'
    case 'cancel':
      if (kind !== 'bounty' || bountyState === null) return 'Only a bounty can be cancelled.'
      return cancelRefusal(bountyState, isOver)
  }
}

function cancelRefusal(state: BountyState, isOver: boolean): string | null {
  if (state === 'open')
    return isOver ? 'Its deadline has passed: the whole amount goes back to the payer without this.' : null
  if (state === 'paid' || state === 'creating')
    return 'It is not posted yet. Cancel it once it is open; hide it until then.'
  if (state === 'accepting' || state === 'accepted')
    return 'A film was accepted, and its contributor is paid. Hide the bounty instead.'
  return isEnded(state)
    ? 'It has ended, and its money went back.'
    : 'Its money is on its way back to the payer already.'
}
