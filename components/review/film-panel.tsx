'use client'
import { FilmMeasures } from '#components/bounty/measure-notes'
import { ReportButton } from '#components/report/report-button'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import type { NotPlayed } from '#lib/client/why-not-played'
import { declineSentence } from '#lib/domain/bounty/decline'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { ContributorRecord } from '../bounty/contributor-record.tsx'
import { inHigh } from './film-fact.tsx'
import { FilmFacts } from './film-facts.tsx'
import { unseenWords } from './unseen-words.ts'

type Props = {
  submission: ReviewedSubmission
  number: number
  /** True if it is the only film, so that it needs no number. */
  isAlone: boolean
  askedPlace: string | undefined
  /** The brief of the bounty, which may ask for a length. */
  brief: string
  /** When the bounty was paid for, ISO 8601. */
  orderedAt: string
  amountUsdc: number
  /** Why its clip is not shown; `undefined` if it is. */
  unseen: NotPlayed | undefined
  canAccept: boolean
  /** Plays it beside another film of the bounty. */
  onCompare: (submissionId: string) => void
  onAccept: () => void
  onDecline: () => void
}

/** A heading does not fit into a low window, so the film’s number stands beside its contributor there. */
const inLow = 'hidden xl:short-window:inline'

/** What a payer needs to know about a film, and the button that pays for it, which stays visible on a phone. */
export function FilmPanel(props: Props) {
  const { submission, number, isAlone, askedPlace, brief, orderedAt, amountUsdc, unseen, canAccept } = props
  // A film that nobody can watch, that was declined or that failed its check may be accepted, but is not the choice that stands out.
  const isSeen = submission.preview_status === 'ready' && submission.preview_url !== null && !unseen
  const isExpected = isSeen && !submission.declined && submission.quality_status !== 'fail'
  return (
    <article
      id="film"
      tabIndex={-1}
      aria-label={`Film ${number}`}
      className="flex min-h-0 min-w-0 flex-col gap-4 rounded-xl lg:short-window:gap-3"
    >
      <section
        aria-label="What is known of it"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has to reach what is below
        tabIndex={0}
        className="grid gap-4 rounded-xl border border-line bg-raised p-4 sm:p-5 scroll-shade lg:min-h-0 lg:overflow-y-auto lg:short-window:gap-2.5 lg:short-window:px-4 lg:short-window:py-3.5"
      >
        {!isAlone && <h2 className={`text-lg leading-tight ${inHigh}`}>Film {number}</h2>}
        <FilmMeasures moderation={submission.moderation} />
        {submission.declined && <DeclinedNote declined={submission.declined} />}
        <FilmFacts
          submission={submission}
          askedPlace={askedPlace}
          brief={brief}
          orderedAt={orderedAt}
          onCompare={props.onCompare}
        />
        {submission.note && (
          <blockquote className="border-l-2 border-edge pl-4 whitespace-pre-line wrap-anywhere lg:short-window:text-sm">
            <span className="text-soft">Contributor’s note: </span>
            {submission.note}
          </blockquote>
        )}
      </section>
      <Contributor submission={submission} number={isAlone ? undefined : number} />
      {canAccept && (
        <div className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-ground/90 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0">
          <p
            role="status"
            className="mb-3 border-l-4 border-bad pl-3 text-sm font-semibold text-bad empty:hidden"
          >
            {unseen && unseenWords[unseen]}
          </p>
          <div className="flex gap-3">
            <button
              type="button"
              className={`button ${isExpected ? 'button-accent ' : ''}min-h-14 min-w-0 flex-1 text-base leading-tight text-balance max-sm:px-3 max-sm:text-sm`}
              onClick={props.onAccept}
            >
              Accept {!isAlone && `film ${number} `}and release {readableUsdc(wholeUsdc(amountUsdc))} USDC
            </button>
            <button type="button" className="button min-h-14 flex-none max-sm:px-3" onClick={props.onDecline}>
              {/* As short as the other word, so that the button beside it does not change. */}
              {submission.declined ? 'Undo' : 'Decline'}
              <span className="sr-only">
                {submission.declined && ' decline'}
                {!isAlone && ` of film ${number}`}
              </span>
            </button>
          </div>
        </div>
      )}
    </article>
  )
}

/** The poster's message to the contributor. */
function DeclinedNote({ declined }: { declined: NonNullable<ReviewedSubmission['declined']> }) {
  return (
    <div className="border-l-2 border-wait pl-4">
      <p className="font-semibold">
        Declined <Moment within iso={declined.at} />
      </p>
      {declined.text && (
        <p className="text-sm whitespace-pre-line wrap-anywhere">Your words: {declined.text}</p>
      )}
      {/* “Something else” is explained by the poster's own words, which it requires. */}
      {!(declined.reason === 'other' && declined.text) && (
        <p className="text-sm text-soft">Your reason: {declineSentence[declined.reason]}</p>
      )}
    </div>
  )
}

/** The wallet that would be paid, and what it did before. */
function Contributor({ submission, number }: { submission: ReviewedSubmission; number: number | undefined }) {
  const { submission_id: id, contributor, contributor_record: record, accepted } = submission
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1 rounded-lg border border-line bg-raised px-4 py-3.5 sm:px-5 lg:short-window:gap-y-0 lg:short-window:px-4 lg:short-window:py-2">
      <Face of={contributor} />
      <div className="flex flex-wrap items-center gap-x-2 font-semibold tabular-nums">
        {number !== undefined && <span className={inLow}>Film {number} by</span>}
        <Hash value={contributor} label="the contributor’s wallet" />
        {accepted && <span className="text-sm text-good">Accepted</span>}
      </div>
      <div className="col-start-2 grid gap-y-1 lg:short-window:[&_p]:leading-snug">
        <ContributorRecord record={record} />
        <ReportButton key={id} kind="submission" id={id} label="Report this film" />
      </div>
    </div>
  )
}

/** Two colours from the digits of the wallet, which are easier to distinguish than addresses. */
function Face({ of }: { of: string }) {
  const hue = Number.parseInt(of.slice(2, 6), 16) % 360
  return (
    <span
      aria-hidden="true"
      className="size-9 flex-none rounded-full"
      style={{
        background: `linear-gradient(135deg, oklch(0.8 0.15 ${hue}), oklch(0.45 0.12 ${(hue + 70) % 360}))`,
      }}
    />
  )
}
