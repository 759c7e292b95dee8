import type { BountyState } from '#lib/domain/bounty/bounty'

/** What to do about a cancellation that was refused, by the state of the bounty. */
export function cancelAdvice(state: BountyState): string {
  switch (state) {
    case 'paid':
    case 'creating':
      return 'A bounty usually opens within a minute of its payment: read its status every few seconds, and cancel once it is open.'
    case 'open':
      return 'Try again.'
    case 'cancelling':
    case 'cancelled':
      return 'It was cancelled before. A cancellation with an Idempotency-Key can be sent again with that key, and gets the same answer.'
    case 'accepting':
    case 'accepted':
      return 'A film was accepted, which is final.'
    case 'expired':
    case 'expired_refunded':
    case 'failed':
      return 'Its money goes back to the wallet that paid, without a call: `payout_tx` is the transfer, once it is made.'
  }
}
