import { Moment } from '#components/ui/moment'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { sourceText } from './claim-words.ts'
import { FilmFact, RecordNotSold } from './film-fact.tsx'

type Props = {
  submission: ReviewedSubmission
  /** When the bounty was paid for, ISO 8601. */
  orderedAt: string
}

/** The claimed time of a film, compared with the order and the submission. */
export function TimeFact({ submission, orderedAt }: Props) {
  const { captured_at: capturedAt, time_match: match, submitted_at: submittedAt } = submission
  const unsold = submission.place_match !== 'elsewhere' &&
    (match === 'contradictory' || match === 'before_order') && <RecordNotSold misfit={match} />
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
      {/* Like a place that only the contributor states, it is no fact. */}
      {submission.time_from === 'declared' ? 'Claimed: filmed' : 'Filmed'} <Moment within iso={capturedAt} />
    </>
  )
  if (match === 'contradictory')
    return (
      <FilmFact is="careful" title="The time cannot be right">
        {filmed}, it says, but the times in the file contradict each other or are later than its submission.{' '}
        {unsold}
        {submitted}
      </FilmFact>
    )
  const isEarly = match === 'before_order'
  const isJustBefore = match === 'after_order' && Date.parse(capturedAt) < Date.parse(orderedAt)
  return (
    <FilmFact
      is={isEarly ? 'careful' : 'noted'}
      title={
        <>
          {filmed}
          {isEarly && ', before your order'}
          {isJustBefore && ', about when you ordered it'}
        </>
      }
    >
      {isEarly && unsold}
      {isJustBefore && 'The film’s time is some minutes before your order, which a wrong clock can explain. '}
      {sourceText(submission.time_from)} {submitted}
    </FilmFact>
  )
}
