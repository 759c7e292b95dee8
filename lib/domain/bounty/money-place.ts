import type { BountyState } from './bounty.ts'

/** Where the money of a bounty is in each state. */
export const moneyPlaceOf = {
  paid: 'treasury',
  creating: 'treasury',
  open: 'escrow',
  accepting: 'escrow',
  accepted: 'contributor',
  cancelling: 'escrow',
  cancelled: 'payer',
  expired: 'escrow',
  expired_refunded: 'payer',
  failed: 'payer',
} as const satisfies Record<BountyState, string>
