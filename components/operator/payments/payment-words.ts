import { movedTexts, paymentStateText, paymentStateTexts } from '#lib/domain/payment/payment-state-text'
import { capital } from '#lib/domain/text/capital'
import type { Authorization, OperatorPayment, OperatorPaymentDetail } from '#lib/schemas/operator-payment'

export const stateNames = Object.entries(paymentStateTexts) as [OperatorPayment['state'], string][]

/** What became of the money, as the beginning of a line. */
export const movedText = ({ to }: Pick<NonNullable<OperatorPayment['moved_on']>, 'to'>) =>
  capital(movedTexts[to])

/** The state of a payment, in a few words. */
export function stateText(payment: Pick<OperatorPayment, 'state' | 'is_watched' | 'moved_on'>): string {
  const { state, is_watched, moved_on: moved } = payment
  return paymentStateText({ state, isWatched: is_watched, movedTo: moved?.to })
}

/**
 * What its state means for its payer, and what an operator can do about it.
 *
 * @param now epoch milliseconds of the service
 */
export function adviceOf(payment: OperatorPaymentDetail, now: number): string {
  switch (payment.state) {
    case 'claimed':
      return payment.is_leased
        ? 'The answer is being computed. No money can move yet. Nothing to do.'
        : 'The process that handled it died before settling. It becomes void within seconds.'
    case 'settling':
      return payment.is_leased
        ? 'A process is settling it now. Nothing to do.'
        : 'Its payer is told to wait and not to pay again. Workers look it up on the chain at growing intervals. Look it up now, and check that the network answers and the relayer has gas.'
    case 'settled':
      if (payment.moved_on?.to === 'payer')
        return 'The money came in, its bounty ended, and the full amount went back to the payer.'
      if (payment.order && !payment.bounty)
        return 'The money came to the treasury. Its bounty has not begun yet.'
      return payment.bounty
        ? 'The money came in and its bounty began. The bounty shows where the money is now.'
        : 'The money went to the revenue wallet and the answer is stored. For 24 hours the same payment gets the same answer again; it is never charged again.'
    case 'failed':
      return payment.is_watched
        ? 'It did not settle. Anyone may still send the authorization while it is valid, so it is watched; if it arrives, the payment is settled.'
        : 'It did not settle, and watching it has ended. If its payer says that the money left, have the chain asked again.'
    case 'void':
      return `Its request was refused, and the payment was not submitted. ${
        payment.valid_before !== null && Date.parse(payment.valid_before) <= now
          ? 'It has expired: to try again, the client signs a new payment.'
          : 'While it is valid, the client may send the same payment again.'
      }`
  }
}

/** A sentence for the state of the authorization in the token contract. */
export function authorizationText(said: Authorization): string {
  switch (said.says) {
    case 'unused':
      return said.is_over
        ? 'Expired unused: the token no longer accepts it.'
        : 'Not used. The token would accept it now.'
    case 'paid':
      return said.is_final
        ? 'Used, and the money came to us. This is final.'
        : 'Used, and the money came to us; not final yet.'
    case 'spent':
      return 'Used or cancelled, and no transfer to us is known. Looking the payment up searches the log for one.'
    case 'could_not_ask':
      return 'The chain is unavailable, so the payment may or may not have happened.'
  }
}
