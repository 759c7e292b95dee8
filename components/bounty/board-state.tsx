import { StepMark } from '#components/ui/step-mark'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { bountyMark } from './state-mark.ts'

type Words = { title: string; text: string }

/** The words for a bounty's state, the same on all pages. */
const words: Record<BountyState, Words> = {
  paid: { title: 'Being posted', text: 'The money is on its way into escrow.' },
  creating: { title: 'Being posted', text: 'The money is on its way into escrow.' },
  open: {
    title: 'Open',
    text: 'The money is in escrow. It goes to the maker of the accepted film.',
  },
  accepting: {
    title: 'Accepted',
    text: 'A film was accepted, and its maker is being paid.',
  },
  accepted: {
    title: 'Paid out',
    text: 'A film was accepted, and its maker has been paid.',
  },
  cancelling: {
    title: 'Cancelled',
    text: 'The money is on its way back to the wallet that paid.',
  },
  cancelled: { title: 'Cancelled', text: 'The money went back to the wallet that paid.' },
  expired: {
    title: 'Over',
    text: 'It ended without an accepted film. The money is on its way back.',
  },
  expired_refunded: {
    title: 'Over',
    text: 'It ended without an accepted film. The money went back to the wallet that paid.',
  },
  failed: {
    title: 'Not posted',
    text: 'It could not be posted. The money went back to the wallet that paid.',
  },
}

/** The state is open, but the deadline has passed: the expiry run will close it within minutes. */
const over: Words = {
  title: 'Over',
  text: 'It ended without an accepted film. The money goes back to the wallet that paid.',
}

/** A bounty's state: a shape, a word and a sentence. */
export function BoardState({ state, isOver }: { state: BountyState; isOver: boolean }) {
  const hasPassed = state === 'open' && isOver
  const { title, text } = hasPassed ? over : words[state]
  return (
    <div className="flex gap-4" data-state={state}>
      <StepMark is={bountyMark(hasPassed ? 'expired' : state)} size="mt-0.5 size-10" />
      <div>
        <p className="text-lg font-semibold">{title}</p>
        <p className="mt-0.5 text-sm text-soft">{text}</p>
      </div>
    </div>
  )
}
