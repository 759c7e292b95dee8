import type { StepState } from '#components/ui/step-mark'
import type { OperatorPayment } from '#lib/schemas/operator-payment'
import { StateWord } from '../state-word.tsx'
import { stateText } from './payment-words.ts'

type Props = { payment: Pick<OperatorPayment, 'state' | 'is_watched'> }

/** The state of a payment. */
export function PaymentState({ payment }: Props) {
  return <StateWord is={markOf(payment)}>{stateText(payment)}</StateWord>
}

function markOf({ state, is_watched }: Props['payment']): StepState {
  if (state === 'settled' || state === 'void') return 'done'
  return state === 'failed' && !is_watched ? 'wrong' : 'now'
}
