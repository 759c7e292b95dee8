import type { BountyState } from '#lib/domain/bounty/bounty'

type Look = 'open' | 'waiting' | 'paid' | 'back'
type Words = { look: Look; title: string; text: string }

/** The words for a bounty's state, the same on all pages. */
const words: Record<BountyState, Words> = {
  paid: { look: 'waiting', title: 'Being posted', text: 'The money is on its way into escrow.' },
  creating: { look: 'waiting', title: 'Being posted', text: 'The money is on its way into escrow.' },
  open: {
    look: 'open',
    title: 'Open',
    text: 'The money is in escrow. It goes to the maker of the accepted film.',
  },
  accepting: {
    look: 'paid',
    title: 'Accepted',
    text: 'A film was accepted, and its maker is being paid.',
  },
  accepted: {
    look: 'paid',
    title: 'Paid out',
    text: 'A film was accepted, and its maker has been paid.',
  },
  cancelling: {
    look: 'back',
    title: 'Cancelled',
    text: 'The money is on its way back to the wallet that paid.',
  },
  cancelled: { look: 'back', title: 'Cancelled', text: 'The money went back to the wallet that paid.' },
  expired: {
    look: 'back',
    title: 'Over',
    text: 'It ended without an accepted film. The money is on its way back.',
  },
  expired_refunded: {
    look: 'back',
    title: 'Over',
    text: 'It ended without an accepted film. The money went back to the wallet that paid.',
  },
  failed: {
    look: 'back',
    title: 'Not posted',
    text: 'It could not be posted. The money went back to the wallet that paid.',
  },
}

/** The state is open, but the deadline has passed: the expiry run will close it within minutes. */
const over: Words = {
  look: 'back',
  title: 'Over',
  text: 'It ended without an accepted film. The money goes back to the wallet that paid.',
}

/** Each state has a different outline, so that it can be recognized without colours. */
const looks: Record<Look, { tone: string; outline: string; mark: string; dash?: string }> = {
  open: {
    tone: 'text-good',
    outline: 'M24 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40Z',
    mark: 'M24 14v20M14 24h20',
  },
  waiting: {
    tone: 'text-wait',
    outline: 'M24 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40Z',
    mark: 'M24 13v11.5l7.5 4.5',
    dash: '5 6',
  },
  paid: {
    tone: 'text-good',
    outline: 'M24 3c13 0 21 8 21 21s-8 21-21 21S3 37 3 24 11 3 24 3Z',
    mark: 'M12 24.5 20.5 33 36 15.5',
  },
  back: {
    tone: 'text-none',
    outline: 'M10 5h28a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5V10a5 5 0 0 1 5-5Z',
    mark: 'M33 24H15m7-7-7 7 7 7',
  },
}

function wordsOf(state: BountyState, isOver: boolean): Words {
  return state === 'open' && isOver ? over : words[state]
}

/** A bounty's state: a shape, a word and a sentence. */
export function BoardState({ state, isOver }: { state: BountyState; isOver: boolean }) {
  const { look, title, text } = wordsOf(state, isOver)
  const { tone, outline, mark, dash } = looks[look]
  return (
    <div className="flex gap-4" data-state={state}>
      <svg
        viewBox="0 0 48 48"
        aria-hidden="true"
        className={`mt-0.5 size-10 flex-none ${tone}`}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={outline} strokeWidth="2.5" strokeDasharray={dash} />
        <path d={mark} strokeWidth="3.5" />
      </svg>
      <div>
        <p className="text-lg font-semibold">{title}</p>
        <p className="mt-0.5 text-sm text-soft">{text}</p>
      </div>
    </div>
  )
}
