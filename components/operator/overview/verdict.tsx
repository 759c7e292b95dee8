'use client'
import type { Overview } from '#lib/schemas/operator-overview'
import { StepMark, type StepState } from '../../ui/step-mark.tsx'
import { Time } from '../time-format.tsx'

export const verdictMarks: Record<Overview['money']['verdict'], StepState> = {
  sound: 'done',
  violated: 'wrong',
  unchecked: 'now',
}
const edges = { sound: 'border-good', violated: 'border-bad', unchecked: 'border-wait' } as const
export const auditors = {
  worker: 'a worker',
  scheduler: 'the scheduler’s route',
  command: 'npm run audit:money',
} as const

/** Where every cent is, in one line, and as of when. */
export function Verdict({ money }: { money: Overview['money'] }) {
  const { verdict, reason, audited_at, audited_by, same_since } = money
  return (
    <section aria-label="Verdict" className={`border-l-4 ${edges[verdict]} py-1 pl-4 sm:pl-5`}>
      <p role="status" className="flex items-start gap-2.5 text-lg font-semibold sm:text-xl">
        <span className="mt-1">
          <StepMark is={verdictMarks[verdict]} />
        </span>
        {sentenceOf(money)}
      </p>
      <p className="mt-1 text-sm text-soft">
        {audited_at === null ? (
          reason
        ) : (
          <>
            {reason && `${reason} `}
            {verdict === 'unchecked' ? 'Last tried' : 'Audited'} <Time iso={audited_at} />
            {audited_by && ` by ${auditors[audited_by]}`}
            {same_since && same_since !== audited_at && (
              <>
                , the same since <Time iso={same_since} />
              </>
            )}
            .
          </>
        )}
      </p>
    </section>
  )
}

function sentenceOf({ verdict, findings }: Overview['money']): string {
  if (verdict === 'sound') return 'Every cent is where it should be.'
  if (verdict === 'unchecked') return 'Where the money is could not be checked.'
  const wrong = findings.filter(({ severity }) => severity === 'violation').length
  const what = wrong === 1 ? '1 thing differs' : `${wrong} things differ`
  return `Not every cent is where it should be: ${what}.`
}
