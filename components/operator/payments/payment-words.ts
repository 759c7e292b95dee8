import type { Authorization, OperatorPayment, OperatorPaymentDetail } from '#lib/schemas/operator-payment'

const states: Record<OperatorPayment['state'], string> = {
  claimed: 'Being answered',
  settling: 'Not known yet',
  settled: 'Settled',
  failed: 'Failed',
  void: 'Void',
}

export const stateNames = Object.entries(states) as [OperatorPayment['state'], string][]

/** How a payment stands, in a few words. */
export function stateText({ state, is_watched }: Pick<OperatorPayment, 'state' | 'is_watched'>): string {
  return state === 'failed' && is_watched ? 'Failed, still watched' : states[state]
}

const operations: Readonly<Record<string, string>> = {
  createBounty: 'Bounty',
  queryObservations: 'Area query',
  getObservation: 'Observation',
}

export function operationText(name: string): string {
  return operations[name] ?? name
}

/** What its state means for its payer, and what an operator can do about it. */
export function adviceOf(payment: OperatorPaymentDetail): string {
  switch (payment.state) {
    case 'claimed':
      return payment.is_leased
        ? 'What it buys is being made. No money can move yet, and there is nothing to do.'
        : 'Whoever took it is gone, and no money was sent for. It is void by itself within seconds.'
    case 'settling':
      return payment.is_leased
        ? 'Somebody is settling it at this moment. There is nothing to do.'
        : 'Its payer is told to wait and never to pay again. The chain is asked by itself, ever more rarely; have it asked now, and see whether the network answers and the relayer has gas.'
    case 'settled':
      return payment.bounty
        ? 'The money came in and its bounty began. Where the money is now, the bounty says.'
        : 'The money came in and the answer is kept: whoever shows the same payment again gets it again, and is not charged.'
    case 'failed':
      return payment.is_watched
        ? 'It did not settle. A stranger may still send it while the authorization is good, so it is watched; should it arrive, it is settled as it should have been.'
        : 'It did not settle, and is watched no more. If its payer says that the money left, have the chain asked again.'
    case 'void':
      return 'Its request was refused, and nothing was sent for. The same payment may be shown again.'
  }
}

/** What the token says, in a sentence. */
export function authorizationText(said: Authorization): string {
  switch (said.says) {
    case 'unused':
      return said.is_over
        ? 'Never used, and over: the token takes it no more.'
        : 'Not used. The token would take it now.'
    case 'paid':
      return said.is_final ? 'Used, and it paid us, for good.' : 'Used, and it paid us; not final yet.'
    case 'spent':
      return 'Used or cancelled, and no transfer to us is known. Looking the payment up searches the log for one.'
    case 'could_not_ask':
      return 'The chain could not be asked. Nothing is known from this, neither that it was paid nor that it was not.'
  }
}
