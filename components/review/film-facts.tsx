'use client'
import { FindingText } from '#components/bounty/finding-text'
import { hasNoForecast } from '#lib/domain/film/forecast-model'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import { credentialMeaning } from '#lib/domain/proof/credential-words'
import type { Finding } from '#lib/schemas/bounty'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { doubtsOf, saysLength } from './film-doubts.ts'
import { type FactMark, FilmFact, inHigh } from './film-fact.tsx'
import { filmResult, lengthText } from './film-result.ts'
import { ForecastFact } from './forecast-fact.tsx'
import { PlaceFact } from './place-fact.tsx'
import { TimeFact } from './time-fact.tsx'

type Props = {
  submission: ReviewedSubmission
  askedPlace: string | undefined
  /** The brief of the bounty, which may ask for a length. */
  brief: string
  /** When the bounty was paid for, ISO 8601. */
  orderedAt: string
  /** Plays it beside another film of the bounty. */
  onCompare: (submissionId: string) => void
}

/**
 * The known facts of a film, each with its origin: the check and the forecast in a line, the forecast, what speaks against the film, and
 * what it claims. None of them proves what the picture shows.
 */
export function FilmFacts({ submission, askedPlace, brief, orderedAt, onCompare }: Props) {
  const { quality_reasons: reasons, credentials } = submission
  const doubts = doubtsOf(submission, brief)
  // The forecast comes first. The summary of a film contains it if the film passed its check, or has no forecast because it failed.
  const hasFailed = submission.quality_status === 'fail' && !wasNotChecked(submission)
  const forecast = <ForecastFact submission={submission} />
  return (
    <ul className="grid gap-3.5 lg:short-window:gap-1">
      {hasFailed && !lacksForecast(submission) && forecast}
      <FilmFact {...summaryOf(submission)}>
        {reasons.length > 0 ? (
          <Findings of={reasons} onCompare={onCompare} />
        ) : (
          <Size submission={submission} withLength={!saysLength(doubts)} />
        )}
      </FilmFact>
      {!hasFailed && forecast}
      {doubts.map(({ title, finding }) => (
        <FilmFact key={finding.code} is="careful" title={title}>
          <FindingText {...finding} /> <Compare with={finding.earlier_submission} onCompare={onCompare} />
        </FilmFact>
      ))}
      <PlaceFact asked={askedPlace} submission={submission} />
      <TimeFact submission={submission} orderedAt={orderedAt} />
      <CredentialsFact credentials={credentials} />
    </ul>
  )
}

function CredentialsFact({ credentials }: Pick<ReviewedSubmission, 'credentials'>) {
  if (!credentials)
    return (
      <FilmFact is="noted" title="Content Credentials not read">
        It is not known whether this film has any.
      </FilmFact>
    )
  const { state, text } = credentials
  const isSigned = state === 'trusted' || state === 'untrusted'
  // Without a signer, the text says no more than the title.
  return (
    <FilmFact {...credentialLooks[state]}>
      {isSigned ? (
        text
      ) : (
        <span className={state === 'none' ? inHigh : undefined}>{credentialMeaning({ state })}</span>
      )}
    </FilmFact>
  )
}

const credentialLooks = {
  none: { is: 'noted', title: 'No Content Credentials' },
  trusted: { is: 'done', title: 'Content Credentials of a trusted signer' },
  untrusted: { is: 'noted', title: 'Content Credentials of an unknown signer' },
  does_not_match: { is: 'careful', title: 'Content Credentials do not match' },
  could_not_validate: { is: 'careful', title: 'Content Credentials could not be checked' },
} as const satisfies Record<
  NonNullable<ReviewedSubmission['credentials']>['state'],
  { is: FactMark; title: string }
>

type Findings = { of: readonly Finding[] } & Pick<Props, 'onCompare'>

function Findings({ of, onCompare }: Findings) {
  return of.map((finding) => (
    <p key={finding.code} className="mt-0.5">
      <FindingText {...finding} /> <Compare with={finding.earlier_submission} onCompare={onCompare} />
    </p>
  ))
}

/** Plays a film beside the earlier one of the same bounty that it looks like. */
function Compare({
  with: earlier,
  onCompare,
}: { with: Finding['earlier_submission'] } & Pick<Props, 'onCompare'>) {
  if (!earlier?.submission_id) return null
  const { submission_id: id, number } = earlier
  return (
    <button type="button" className="link pointer-coarse:min-h-11" onClick={() => onCompare(id)}>
      Play beside film {number}
    </button>
  )
}

/** True for a film without a forecast because of a finding of its check. The fact about the check says so. */
const lacksForecast = ({ quality_reasons: found, reconstruction_status: model }: ReviewedSubmission) =>
  model === 'none' && hasNoForecast(found)

/** The check, and with it the forecast if the film passed; that of a film that did not has a fact of its own. */
function summaryOf(submission: ReviewedSubmission): { is: FactMark; title: string } {
  const { quality_status: quality, model_forecast: forecast, reconstruction_status: model } = submission
  const { is } = filmResult(submission)
  if (wasNotChecked(submission)) return { is, title: 'The technical check could not be made' }
  if (quality === 'pending') return { is, title: 'Being checked' }
  if (quality === 'fail')
    return {
      is,
      title: `Technical check not passed${lacksForecast(submission) ? ', no forecast of a 3D model' : ''}`,
    }
  return forecast && model === 'none'
    ? { is, title: `Check passed, 3D model ${forecast}` }
    : { is: 'done', title: 'Technical check passed' }
}

/** Length, picture and file. @param props.withLength false if another fact says how long the film is */
function Size({ submission, withLength }: { submission: ReviewedSubmission; withLength: boolean }) {
  const { figures, size_bytes: size } = submission
  const length = withLength ? lengthText(submission) : undefined
  const picture = figures ? `${figures.width} × ${figures.height}` : undefined
  return (
    <>
      {joined([length, picture])}
      {size !== null && (
        <span className={inHigh}>
          {joined([figures ? '' : undefined, `${(size / 1_000_000).toFixed(1)} MB`])}
        </span>
      )}
    </>
  )
}

/** No line break between a number and its unit. */
function joined(parts: readonly (string | undefined)[]): string {
  const known = parts.filter((part) => part !== undefined)
  return known.map((part) => part.replaceAll(' ', '\u00a0')).join('\u00a0· ')
}
