/**
 * The state of a step. Each has its own outline and symbol, so that states can be distinguished without colours. `now`: something waits.
 * `open`: it goes on as it should. `back`: it ended and the money went back. `none`: there is nothing to do or to show.
 */
export type StepState = 'done' | 'now' | 'wrong' | 'later' | 'open' | 'back' | 'none'

const marks: Record<StepState, { tone: string; path: string; dash: string | undefined }> = {
  done: { tone: 'text-good', path: 'M7 12.5l3.5 3.5L17 8.5', dash: undefined },
  now: { tone: 'text-wait', path: 'M12 7v5.5l3.5 2', dash: '3 3.5' },
  wrong: { tone: 'text-bad', path: 'M8 8l8 8M16 8l-8 8', dash: undefined },
  open: { tone: 'text-soft', path: 'M12 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3z', dash: undefined },
  later: { tone: 'text-soft', path: '', dash: '1.5 4' },
  back: { tone: 'text-none', path: 'M16.5 12h-9M11 8.5L7.5 12l3.5 3.5', dash: undefined },
  none: { tone: 'text-none', path: 'M8 12h8', dash: undefined },
}

/** The symbol before a step of a list. @param size its size and distance, as classes */
export function StepMark({ is, size = 'mt-0.5 size-5' }: { is: StepState; size?: string }) {
  const { tone, path, dash } = marks[is]
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`flex-none ${size} ${tone}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="12" cy="12" r="10" strokeWidth="1.5" strokeDasharray={dash} />
      <path d={path} />
    </svg>
  )
}
