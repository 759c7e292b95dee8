import type { StepState } from '#components/ui/step-mark'
import type { OperatorPayment } from '#lib/schemas/operator-payment'
import { StateWord } from '../state-word.tsx'
import { TxHash } from '../tx-hash.tsx'
import { stateText } from './payment-words.ts'

type Props = { payment: Pick<OperatorPayment, 'state' | 'is_watched' | 'moved_on'> }

/** The state of a payment, with what became of its money. `MovedBy` completes the sentence. */
export function PaymentState({ payment }: Props) {
  return (
    <StateWord is={markOf(payment)}>
      {stateText(payment)}
      {payment.moved_on && ' in'}
    </StateWord>
  )
}

/** The transaction that sent the money of a bounty's payment to the escrow, the contributor or the payer, if there is one. */
export function MovedBy({ payment }: { payment: Pick<OperatorPayment, 'moved_on' | 'network'> }) {
  const { moved_on: moved, network } = payment
  return (
    moved && <TxHash network={network} hash={moved.transaction} label="the transaction that moved it on" />
  )
}

/** Why it failed or is void. */
export function PaymentReason({ payment }: { payment: Pick<OperatorPayment, 'state' | 'reason'> }) {
  if (!payment.reason) return null
  return (
    <>
      {payment.state === 'void' && 'Request refused: '}
      <code>{payment.reason}</code>
    </>
  )
}

function markOf({ state, is_watched, moved_on: moved }: Props['payment']): StepState {
  if (state === 'settled') return moved?.to === 'payer' ? 'back' : 'done'
  // Nothing was charged and nothing is to be done, but its request did not succeed.
  if (state === 'void') return 'later'
  return state === 'failed' && !is_watched ? 'wrong' : 'now'
}
