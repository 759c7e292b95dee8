import { Moment } from '#components/ui/moment'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { notSoldShort, sourceText } from './claim-words.ts'
import { FilmFact } from './film-fact.tsx'

/** The claimed time of a film, compared with the order and the submission. */
export function TimeFact({ submission }: { submission: ReviewedSubmission }) {
  const { captured_at: capturedAt, time_match: match, submitted_at: submittedAt } = submission
  const notSold = submission.place_match === 'elsewhere' ? '' : `${notSoldShort} `
  const submitted = (
    <>
      Submitted <Moment within iso={submittedAt} />.
    </>
  )
  if (capturedAt === null)
    return (
      <FilmFact is="careful" title="No time known">
        Neither the file nor its contributor names one. {submitted}
      </FilmFact>
    )
  const filmed = (
    <>
      Filmed <Moment within iso={capturedAt} />
    </>
  )
  if (match === 'contradictory')
    return (
      <FilmFact is="careful" title="The time cannot be right">
        {filmed}, it says, but the times in the file contradict each other or are later than its submission.{' '}
        {notSold}
        {submitted}
      </FilmFact>
    )
  return (
    <FilmFact
      is={match === 'before_order' ? 'careful' : 'noted'}
      title={match === 'before_order' ? <>{filmed}, before your order</> : filmed}
    >
      {match === 'before_order' && notSold}
      {sourceText(submission.time_from)} {submitted}
    </FilmFact>
  )
}
