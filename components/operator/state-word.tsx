import type { ReactNode } from 'react'
import { StepMark, type StepState } from '../ui/step-mark.tsx'

/** A state as a symbol with a word. Neighbouring content aligns with the word's baseline. `wraps`: for a text that is a sentence. */
export function StateWord({ is, wraps, children }: { is: StepState; wraps?: boolean; children: ReactNode }) {
  return (
    <span className={`inline-flex items-start gap-1.5 ${wraps ? '' : 'whitespace-nowrap'}`}>
      <StepMark is={is} />
      <span className={`self-baseline ${is === 'wrong' ? 'font-semibold text-bad' : ''}`}>{children}</span>
    </span>
  )
}
