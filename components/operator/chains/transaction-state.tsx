import type { StepState } from '#components/ui/step-mark'
import { StateWord } from '../state-word.tsx'
import { stateTexts } from './chain-words.ts'

const marks: Readonly<Record<string, StepState>> = {
  queued: 'now',
  sent: 'now',
  mined: 'now',
  final: 'done',
}

/** Where a transaction stands. */
export function TransactionState({ state }: { state: string }) {
  return <StateWord is={marks[state] ?? 'wrong'}>{stateTexts[state] ?? state}</StateWord>
}
