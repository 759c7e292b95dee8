/** Where a step stands; each has an outline and a sign of its own, so that colour is never needed to tell them apart. */
export type StepState = 'done' | 'now' | 'wrong' | 'later'

const marks: Record<StepState, { tone: string; path: string; dash: string | undefined }> = {
  done: { tone: 'text-good', path: 'M7 12.5l3.5 3.5L17 8.5', dash: undefined },
  now: { tone: 'text-wait', path: 'M12 7v5.5l3.5 2', dash: '3 3.5' },
  wrong: { tone: 'text-bad', path: 'M8 8l8 8M16 8l-8 8', dash: undefined },
  later: { tone: 'text-soft', path: '', dash: '1.5 4' },
}

/** The sign before a step of a list. */
export function StepMark({ is }: { is: StepState }) {
  const { tone, path, dash } = marks[is]
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`mt-0.5 size-5 flex-none ${tone}`}
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
