'use client'
import { FindingText } from '#components/bounty/finding-text'
import { shorterText } from '#lib/domain/bounty/film-length'
import { clock } from '#lib/domain/film/early-checks'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import { credentialMeaning } from '#lib/domain/proof/credential-words'
import type { Finding } from '#lib/schemas/bounty'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { type FactMark, FilmFact } from './film-fact.tsx'
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

/** The known facts of a film, each with its origin. None of them proves what the picture shows. */
export function FilmFacts({ submission, askedPlace, brief, orderedAt, onCompare }: Props) {
  const { quality_reasons: reasons, quality_warnings: warnings } = submission
  const { credentials } = submission
  const shorter = submission.figures && shorterText(submission.figures.duration_seconds, brief)
  const mark = checkMark(submission)
  const check = (
    <FilmFact is={mark} title={checkTitle(submission)}>
      {reasons.length > 0 ? <Findings of={reasons} onCompare={onCompare} /> : sizeOf(submission)}
    </FilmFact>
  )
  // What speaks most against a film is in sight also where the list has to scroll.
  const isFirst = mark === 'wrong'
  return (
    <ul className="grid gap-3.5 lg:short-window:gap-1">
      {isFirst && check}
      <PlaceFact asked={askedPlace} submission={submission} />
      <TimeFact submission={submission} orderedAt={orderedAt} />
      {!isFirst && check}
      {shorter && (
        <FilmFact is="careful" title="Shorter than asked for">
          {shorter}
        </FilmFact>
      )}
      <ForecastFact submission={submission} />
      {warnings.map((finding) => (
        <FilmFact key={finding.code} is="careful" title={titleOf(finding.code)}>
          <FindingText {...finding} /> <Compare with={finding.earlier_submission} onCompare={onCompare} />
        </FilmFact>
      ))}
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
  return <FilmFact {...credentialLooks[state]}>{isSigned ? text : credentialMeaning({ state })}</FilmFact>
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

const titles: Record<string, string> = {
  short: 'A short film',
  slightly_blurred: 'A little blurred',
  sudden_change: 'Cuts or sudden changes',
  similar: 'Looks like an earlier film',
  repeated: 'The same as an earlier film',
}

function titleOf(code: string): string {
  return titles[code] ?? 'A finding of the check'
}

function checkMark(submission: ReviewedSubmission): FactMark {
  const { quality_status: quality } = submission
  if (wasNotChecked(submission)) return 'careful'
  return quality === 'pending' ? 'now' : quality === 'fail' ? 'wrong' : 'done'
}

function checkTitle(submission: ReviewedSubmission): string {
  const { quality_status: quality } = submission
  if (wasNotChecked(submission)) return 'The technical check could not be made'
  if (quality === 'pending') return 'Being checked'
  return quality === 'fail' ? 'Technical check not passed' : 'Technical check passed'
}

function sizeOf({ figures, size_bytes: size }: ReviewedSubmission): string {
  const parts = [
    ...(figures ? [clock(figures.duration_seconds), `${figures.width} × ${figures.height}`] : []),
    ...(size === null ? [] : [`${(size / 1_000_000).toFixed(1)} MB`]),
  ]
  // No line break between a number and its unit.
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join('\u00a0· ')
}
