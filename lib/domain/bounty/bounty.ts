// The lifecycle of a bounty: its states, and the events between them.

/** All states of a bounty, in the order in which it passes through them. */
export const bountyStates = [
  'paid',
  'creating',
  'open',
  'accepting',
  'accepted',
  'cancelling',
  'cancelled',
  'expired',
  'expired_refunded',
  'failed',
] as const
export type BountyState = (typeof bountyStates)[number]

/** Events that change the state of a bounty: requested by people, caused by the deadline, or read from a chain. */
export const bountyEvents = [
  'post_signed',
  'posted',
  'post_undone',
  'paid_back',
  'accept',
  'released',
  'cancel',
  'cancelled',
  'expire',
  'refunded',
] as const
export type BountyEvent = (typeof bountyEvents)[number]

/**
 * The transaction that a state needs: to the escrow contract or, for `payback`, from the treasury to the payer. `pay` follows a
 * release whose payment the escrow's daily limit held back.
 */
export type BountyEffect = 'post' | 'release' | 'pay' | 'cancel' | 'refund' | 'payback'

type Row = {
  on: Partial<Record<BountyEvent, BountyState>>
  /** The transaction that this state needs. */
  effect?: BountyEffect
}

/**
 * The whole lifecycle. The database refuses every other change of state (`bounty_guard`).
 *
 * `refunded` while accepting or cancelling: from `deadline + grace` on the contract takes no release, and anyone may refund a
 * bounty, this service included. `cancelled` while accepting or expired: this database was restored from a backup and does not know
 * that the bounty was cancelled. `paid_back` while cancelling or expired: a reorganisation undid the post after it was shown.
 */
const lifecycle: Record<BountyState, Row> = {
  paid: { on: { post_signed: 'creating', paid_back: 'failed' }, effect: 'post' },
  creating: { on: { posted: 'open', paid_back: 'failed' }, effect: 'post' },
  open: { on: { post_undone: 'creating', accept: 'accepting', cancel: 'cancelling', expire: 'expired' } },
  accepting: {
    on: { released: 'accepted', refunded: 'expired_refunded', cancelled: 'expired_refunded' },
    effect: 'release',
  },
  accepted: { on: {} },
  cancelling: {
    on: { cancelled: 'cancelled', refunded: 'cancelled', paid_back: 'cancelled' },
    effect: 'cancel',
  },
  cancelled: { on: {} },
  expired: {
    on: { refunded: 'expired_refunded', cancelled: 'expired_refunded', paid_back: 'expired_refunded' },
    effect: 'refund',
  },
  expired_refunded: { on: {} },
  failed: { on: {} },
}

/** The state an event leads to; `undefined` when it cannot happen there. */
export function after(state: BountyState, event: BountyEvent): BountyState | undefined {
  return lifecycle[state].on[event]
}

/** Each state in which an event can happen, with the state it leads to. */
export function movesOf(event: BountyEvent): { from: BountyState; to: BountyState }[] {
  return bountyStates.flatMap((from) => {
    const to = after(from, event)
    return to ? [{ from, to }] : []
  })
}

/** The status that callers see: from its deadline on an open bounty counts as expired, also before the expiry run closes it. */
export function shownStatus(state: BountyState, isOver: boolean): BountyState {
  return state === 'open' && isOver ? 'expired' : state
}

/** True for a state that never changes again. */
export function isEnded(state: BountyState): boolean {
  return Object.keys(lifecycle[state].on).length === 0
}

export function effectOf(state: BountyState): BountyEffect | undefined {
  return lifecycle[state].effect
}

/** True if the money of the bounty is in the escrow contract, or on its way out of it (unless a reorganisation undid its post). */
export function isEscrowed(state: BountyState): boolean {
  return state === 'open' || state === 'accepting' || state === 'cancelling' || state === 'expired'
}
