import type { ReactNode } from 'react'
import { StepMark, type StepState } from '../ui/step-mark.tsx'

/** How something stands: a mark of its own shape, and the word that it stands for, on whose line whatever is beside it stands. */
export function StateWord({ is, children }: { is: StepState; children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-1.5">
      <StepMark is={is} />
      <span className={`self-baseline ${is === 'wrong' ? 'font-semibold text-bad' : ''}`}>{children}</span>
    </span>
  )
}
