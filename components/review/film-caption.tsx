import type { ReviewedSubmission } from '#lib/schemas/review'
import { claimsText } from './claim-words.ts'
import { FactSign } from './film-fact.tsx'
import { filmResult, lengthText } from './film-result.ts'

/** What decides between films that are played together: the check and the forecast, the length, and whether place and time fit. */
export function FilmCaption({ submission, number }: { submission: ReviewedSubmission; number: number }) {
  const { is, text } = filmResult(submission)
  const length = lengthText(submission)
  return (
    <div className="flex min-w-0 gap-2.5 px-1 py-1.5 text-sm">
      <FactSign is={is} />
      <div className="min-w-0">
        <p className="font-semibold">
          Film {number}: {text}
          {submission.declined && ', declined'}
        </p>
        {length && <p className="text-soft tabular-nums">Length {length}</p>}
        <p className="text-soft">{claimsText(submission)}</p>
      </div>
    </div>
  )
}
