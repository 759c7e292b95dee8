import type { OperatorBounty } from '#lib/schemas/operator-bounty'
import { stateText } from './bounty-words.ts'

/** Its state, and whether it is stuck there: in words, and by a mark before them. */
export function BountyState({ bounty }: { bounty: Pick<OperatorBounty, 'state' | 'is_stuck'> }) {
  const { state, is_stuck: isStuck } = bounty
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${isStuck ? 'bg-bad' : dotOf(state)}`}
      />
      <span>
        {stateText(state)}
        {isStuck && <span className="text-bad">, stuck</span>}
      </span>
    </span>
  )
}

function dotOf(state: OperatorBounty['state']): string {
  if (state === 'open') return 'bg-good'
  if (state === 'accepted' || state === 'cancelled' || state === 'expired_refunded') return 'bg-none'
  return state === 'failed' ? 'bg-bad' : 'bg-wait'
}
