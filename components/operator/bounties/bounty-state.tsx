import type { StepState } from '#components/ui/step-mark'
import { isEnded } from '#lib/domain/bounty/bounty'
import type { OperatorBounty } from '#lib/schemas/operator-bounty'
import { StateWord } from '../state-word.tsx'
import { stateText } from './bounty-words.ts'

/** Its state, whether it is stuck there, and whether an operator hides it. */
export function BountyState({
  bounty,
}: {
  bounty: Pick<OperatorBounty, 'state' | 'is_stuck' | 'is_hidden'>
}) {
  const { state, is_stuck: isStuck, is_hidden: isHidden } = bounty
  return (
    <StateWord is={isStuck ? 'wrong' : markOf(state)}>
      {stateText(state)}
      {isStuck && ', stuck'}
      {isHidden && ', hidden'}
    </StateWord>
  )
}

function markOf(state: OperatorBounty['state']): StepState {
  if (state === 'failed') return 'wrong'
  if (state === 'open') return 'open'
  return isEnded(state) ? 'done' : 'now'
}
