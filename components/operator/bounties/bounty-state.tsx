import type { OperatorBounty } from '#lib/schemas/operator-bounty'
import { bountyMark } from '../../bounty/state-mark.ts'
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
    <StateWord is={isStuck ? 'wrong' : bountyMark(state)}>
      {stateText(state)}
      {isStuck && ', stuck'}
      {isHidden && ', hidden'}
    </StateWord>
  )
}
