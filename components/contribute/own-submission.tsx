'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { FindingText } from '#components/bounty/finding-text'
import { BountyMeasures, FilmMeasures } from '#components/bounty/measure-notes'
import { ProofWait } from '#components/bounty/proof-wait'
import { CellMap } from '#components/place/cell-map'
import { PlaceName } from '#components/place/place-name'
import { PlaceWords } from '#components/place/place-words'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { StepMark } from '#components/ui/step-mark'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { declineSentence } from '#lib/domain/bounty/decline'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import type { OwnSubmission } from '#lib/schemas/submission'
import { forecastReason, forecastTitle, likelyModel, noForecastReason } from '../bounty/forecast-words.ts'
import { anotherTake } from './another-take.ts'
import { EarlierFilm } from './earlier-film.tsx'
import { networkName, transactionUrl } from './network-name.ts'
import { posterSees } from './poster-sees.ts'
import { stepsOf } from './submission-steps.tsx'
import { WatchPreview } from './watch-preview.tsx'

type Props = {
  submission: OwnSubmission
  wallet: WalletSettings
  /** Opens the form for another take. Present if the card is on the page of the bounty. */
  onAnotherTake?: () => void
  /** The number of another own film that was accepted for the bounty. */
  chosen?: number | undefined
  /** Its heading. */
  children: ReactNode
}

/** One submitted film: its progress, the next step, and the result of the check. */
export function OwnSubmissionCard({ submission, wallet, onAnotherTake, chosen, children }: Props) {
  const { quality_reasons: reasons, quality_warnings: warnings, accepted } = submission
  const { geohash: claimed, bounty } = submission
  const asked = bounty.geohash
  const place = asked ?? claimed
  const results = (
    <>
      {wasNotChecked(submission) ? (
        <Findings title="Why it was not checked" findings={reasons} className="border-wait" />
      ) : (
        <Findings title="Why it did not pass" findings={reasons} className="border-bad" />
      )}
      <Findings
        title="What the poster also sees"
        findings={posterSees(submission).map((text) => ({ code: text, text }))}
        className="border-wait"
      />
      <Forecast submission={submission} />
      {!accepted && <Findings title="For a better film" findings={warnings} className="border-wait" />}
    </>
  )
  return (
    <article className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <div className="flex min-w-0 items-start gap-4">
        {place && (
          <div className="order-last h-16 w-20 flex-none overflow-hidden rounded-md border border-line sm:h-20 sm:w-32">
            <CellMap geohash={place} className="size-full object-cover" />
          </div>
        )}
        <div className="min-w-0 flex-1">
          {children}
          {asked && (
            <p className="mt-0.5 text-sm text-soft">
              <PlaceName geohash={asked} />
            </p>
          )}
          {claimed && !(asked && claimed.startsWith(asked)) && (
            <p className="mt-0.5 text-sm text-soft">
              Your film claims: <PlaceName geohash={claimed} />
            </p>
          )}
        </div>
      </div>
      {submission.preview_url && (
        <WatchPreview preview={submission.preview_url} title={submission.bounty.title} />
      )}
      {/* Four columns only where each has room for its sentences: the card may be in a narrow column of a wide page. */}
      <div className="@container">
        <ol className="grid gap-x-5 gap-y-3 @2xl:grid-cols-4">
          {stepsOf(submission, networkName(wallet, submission.bounty.network), chosen).map(
            ({ is, title, text }) => (
              <li key={title} className="flex gap-3 @2xl:flex-col @2xl:gap-1.5" data-step={is}>
                <StepMark is={is} />
                <div className="min-w-0">
                  <p className={`text-sm font-semibold ${is === 'later' ? 'text-soft' : ''}`}>{title}</p>
                  {text && <p className="text-sm text-soft">{text}</p>}
                </div>
              </li>
            ),
          )}
        </ol>
      </div>
      <ProofWait {...submission} />
      <BountyMeasures moderation={submission.bounty.moderation} />
      <FilmMeasures moderation={submission.moderation} />
      {submission.declined && (
        <Declined submission={submission} onAnotherTake={onAnotherTake} declined={submission.declined} />
      )}
      {/* The poster's answer stands alone: what the check said before it is a press away. */}
      {(submission.declined || accepted) && hasResults(submission) ? (
        <details className="text-sm">
          <summary className={summaryLook}>What our check said</summary>
          <div className="mt-2 grid gap-4">{results}</div>
        </details>
      ) : (
        results
      )}
      {submission.quality_status === 'fail' && !submission.declined && !wasNotChecked(submission) && (
        <AnotherTake bounty={submission.bounty} onPress={onAnotherTake} className="justify-self-start" />
      )}
      <Details submission={submission} wallet={wallet} />
    </article>
  )
}

const summaryLook = 'min-h-9 content-center font-semibold pointer-coarse:min-h-11'

function hasResults(submission: OwnSubmission): boolean {
  const { quality_reasons: reasons, quality_warnings: warnings } = submission
  return reasons.length + warnings.length + posterSees(submission).length > 0 || showsForecast(submission)
}

/** False while the forecast is being made: the steps of the film show that. */
function showsForecast(submission: OwnSubmission): boolean {
  const { bounty, quality_status: quality, model_forecast_status: status } = submission
  return bounty.status === 'open' && quality !== 'pending' && status !== 'pending'
}

/** Why the poster declined it, with a link to submit another take. */
function Declined(props: {
  submission: OwnSubmission
  declined: NonNullable<OwnSubmission['declined']>
  onAnotherTake: (() => void) | undefined
}) {
  const { declined, submission, onAnotherTake } = props
  const { bounty } = submission
  return (
    <div className="max-w-[65ch] border-l-2 border-wait pl-4">
      <p className="font-semibold">Declined by the poster</p>
      {!(declined.reason === 'other' && declined.text) && (
        <p className="mt-1 text-sm">{declineSentence[declined.reason]}</p>
      )}
      {declined.text && <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{declined.text}</p>}
      <AnotherTake bounty={bounty} onPress={onAnotherTake} className="mt-3" />
    </div>
  )
}

function AnotherTake(props: {
  bounty: OwnSubmission['bounty']
  onPress: (() => void) | undefined
  className: string
}) {
  const { bounty, onPress, className } = props
  if (bounty.status !== 'open') return null
  return (
    <Link
      href={`/board/${bounty.bounty_id}#${anotherTake}`}
      // On the page of the bounty, the form may be closed, or the address may name its anchor already.
      onClick={onPress}
      className={`button ${className}`}
    >
      Submit another take
    </Link>
  )
}

/** The forecast of the 3D model, shown while another film can still be handed in. */
function Forecast({ submission }: { submission: OwnSubmission }) {
  const { model_forecast: forecast } = submission
  const reason = forecastReason(submission)
  if (!showsForecast(submission)) return null
  return (
    <div
      className={`max-w-[65ch] border-l-2 pl-4 text-sm ${forecast === null || forecast === 'likely' ? 'border-edge' : 'border-wait'}`}
    >
      <p className="font-semibold">
        {forecastTitle(submission)}
        {reason === null && `: ${noForecastReason(submission)}`}
      </p>
      {reason !== null && (
        <p className="mt-1">
          {forecast === 'likely' && `${likelyModel.join('. ')} `}
          {reason}
        </p>
      )}
    </div>
  )
}

function Findings(props: { title: string; findings: OwnSubmission['quality_reasons']; className: string }) {
  const { title, findings, className } = props
  if (findings.length === 0) return null
  return (
    <div className={`max-w-[65ch] border-l-2 pl-4 text-sm ${className}`}>
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-1.5">
        {findings.map((finding) => (
          <li key={finding.code}>
            <FindingText {...finding} />
            {finding.earlier_submission?.submission_id && (
              <EarlierFilm submissionId={finding.earlier_submission.submission_id} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Details({ submission, wallet }: { submission: OwnSubmission; wallet: WalletSettings }) {
  const { accept_tx: paid, sha256, geohash, captured_at: captured, bounty } = submission
  const url = paid ? transactionUrl(wallet, bounty.network, paid) : undefined
  return (
    <details className="text-sm">
      <summary className={summaryLook}>Details</summary>
      <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {paid && (
          <Fact name="Paid by transaction">
            <Hash value={paid} label="the transaction that paid you" />{' '}
            {url && (
              <a href={url} target="_blank" rel="noreferrer">
                see it in the explorer
              </a>
            )}
          </Fact>
        )}
        {captured && (
          <Fact name="Filmed, as you or the file say">
            <Moment iso={captured} />
          </Fact>
        )}
        {geohash && (
          <Fact name="Cell (geohash)">
            <PlaceWords geohash={geohash} />
          </Fact>
        )}
        {sha256 && (
          <Fact name="SHA-256 of your file">
            <Hash value={sha256} label="the SHA-256 of your file" />
          </Fact>
        )}
        <Fact name="Submission">
          <code className="text-xs wrap-anywhere">{submission.submission_id}</code>
        </Fact>
      </dl>
    </details>
  )
}
