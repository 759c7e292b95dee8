import type { BountyState } from '#lib/domain/bounty/bounty'

/** The state of a bounty on the public board. */
export const boardStatuses = [
  'being_posted',
  'open',
  'accepted',
  'paid_out',
  'cancelled',
  'over',
  'not_posted',
] as const
export type BoardStatus = (typeof boardStatuses)[number]

const statusOf: Record<BountyState, BoardStatus> = {
  paid: 'being_posted',
  creating: 'being_posted',
  open: 'open',
  accepting: 'accepted',
  accepted: 'paid_out',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
  expired: 'over',
  expired_refunded: 'over',
  failed: 'not_posted',
}

/** @param isOver whether its deadline has passed: then it is over, though the expiry run is still due */
export function boardStatusOf(state: BountyState, isOver: boolean): BoardStatus {
  return state === 'open' && isOver ? 'over' : statusOf[state]
}
