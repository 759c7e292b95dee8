import type { StepState } from '#components/ui/step-mark'
import type { BountyState } from '#lib/domain/bounty/bounty'

const marks: Record<BountyState, StepState> = {
  paid: 'now',
  creating: 'now',
  open: 'open',
  accepting: 'now',
  accepted: 'done',
  cancelling: 'now',
  cancelled: 'back',
  expired: 'now',
  expired_refunded: 'back',
  failed: 'wrong',
}

/** The symbol of a bounty's state, the same on public pages and in the console. A tick means that a film was paid for. */
export function bountyMark(state: BountyState): StepState {
  return marks[state]
}
