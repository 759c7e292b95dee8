'use client'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { Moment } from '#components/ui/moment'
import { StaleNote } from '#components/ui/stale-note'
import { SignedInAs } from '#components/wallet/sign-in'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import { changeFilmDraft, filmName, forgetFilmDraft, readFilmDraft } from '#lib/client/film-draft'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import type { BoardStatus } from '#lib/domain/bounty/board-status'
import type { StatedClaims } from '#lib/domain/film/claim-checks'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { OwnSubmission } from '#lib/schemas/submission'
import type { StreetMap } from '../place/chosen-place.ts'
import { useSession } from '../wallet/use-session.ts'
import { anotherTake } from './another-take.ts'
import { acceptedFilms, filmNumbers } from './film-numbers.ts'
import { HandIn, secondsOf } from './hand-in.tsx'
import { OwnSubmissionCard } from './own-submission.tsx'
import { UploadFilm } from './upload-film.tsx'
import { useFileChecks } from './use-file-checks.ts'
import { useFilmUpload } from './use-film-upload.ts'
import { useMeasured } from './use-measured.ts'
import { useOwnSubmissions } from './use-own-submissions.ts'
import { usePageStatus } from './use-page-status.ts'

type Props = {
  bountyId: string
  title: string
  /** The instructions of the bounty, without its place. */
  instructions: string
  /** When it was posted, ISO 8601. */
  postedAt: string
  /** The cell of the bounty's place. */
  bountyPlace: string | null
  /** The status that the page shows. */
  status: BoardStatus
  /** True while films can be submitted. Earlier submissions are shown either way. */
  takesFilms: boolean
  wallet: WalletSettings
  map: StreetMap
}

/** Films for one bounty: sign in, upload, submit, and follow the result. */
export default function Contribute(props: Props) {
  const { bountyId, status, takesFilms, wallet } = props
  const [tookFilms] = useState(takesFilms)
  const [submittedId, setSubmittedId] = useState<string>()
  const isDone = submittedId !== undefined
  /** How often the form was asked for on this page. Each time it gets the focus. */
  const [asked, setAsked] = useState(0)
  const openForm = () => {
    setSubmittedId(undefined)
    setAsked((times) => times + 1)
  }
  return (
    <WhenSignedIn
      wallet={wallet}
      purpose="Sign in with the wallet that is to be paid. It signs a message: no transaction, no cost, no account."
      saysWho
    >
      <Freshness bountyId={bountyId} status={status} />
      {tookFilms && !takesFilms && <p role="status">This bounty takes no more films.</p>}
      {isDone && takesFilms && <Submitted submissionId={submittedId} />}
      <Mine bountyId={bountyId} wallet={wallet} onAnotherTake={openForm} />
      {takesFilms && !isDone && <SendFilm {...props} asked={asked} onDone={setSubmittedId} />}
      {isDone && takesFilms && (
        <button type="button" className="button justify-self-start" onClick={openForm}>
          Submit another film
        </button>
      )}
      <SignedInAs />
    </WhenSignedIn>
  )
}

/** Reloads the page when the status of the reader's film changes, or shows that the films could not be read again. */
function Freshness({ bountyId, status }: Pick<Props, 'bountyId' | 'status'>) {
  const { data, isError } = useOwnSubmissions()
  const mine = data?.pages.flatMap((page) => page.submissions).find(isOf(bountyId))
  usePageStatus({ shown: status, known: mine?.bounty.status })
  return <StaleNote isStale={isError && data !== undefined} />
}

function SendFilm({
  bountyId,
  title,
  instructions,
  postedAt,
  bountyPlace,
  map,
  asked,
  onDone,
}: Props & { asked: number; onDone: (submissionId: string) => void }) {
  const { data: session } = useSession()
  const place = `${session?.address} ${bountyId}`
  const film = useFilmUpload(place, { id: bountyId, title })
  const { state } = film
  const fileChecks = useFileChecks(state?.file, { place: bountyPlace, postedAt })
  const measured = useMeasured(state?.file, { instructions, isCut: fileChecks.isCut })
  const name = state && filmName(place, state.file)
  /** The place and the time of the form. Another film begins with its own. */
  const [{ of, stated }, setForm] = useState<{ of: string | undefined; stated: StatedClaims }>(noForm)
  if (of !== name) setForm({ of: name, stated: name === undefined ? {} : draftOf(name) })
  const form = useRef<HTMLDivElement>(null)
  const { isPending } = useOwnSubmissions()
  useEffect(() => {
    // The browser searched for the anchor before the form was rendered, and earlier films are shown above it.
    if (isPending || (asked === 0 && window.location.hash !== `#${anotherTake}`)) return
    form.current?.scrollIntoView()
    form.current?.focus({ preventScroll: true })
  }, [isPending, asked])
  return (
    <div
      ref={form}
      id={anotherTake}
      data-sends
      data-waits={state !== undefined || undefined}
      tabIndex={-1}
      className="scroll-mt-6"
    >
      <h3 className="mb-4 hidden text-lg group-has-[[data-films]]/bounty:block">Submit another film</h3>
      <UploadFilm
        film={film}
        instructions={instructions}
        measured={measured}
        claims={fileChecks.compare(stated)}
      />
      {state && name !== undefined && (
        <HandIn
          key={name}
          film={name}
          bountyId={bountyId}
          bountyPlace={bountyPlace}
          map={map}
          fileChecks={fileChecks}
          stated={stated}
          measured={measured.checks}
          uploadId={state.uploadId}
          onStated={(changes) => {
            setForm((before) => ({ ...before, stated: { ...before.stated, ...changes } }))
            if ('place' in changes) changeFilmDraft(name, { place: changes.place })
          }}
          onDone={(submissionId) => {
            film.clear()
            forgetFilmDraft()
            onDone(submissionId)
          }}
        />
      )}
    </div>
  )
}

const noForm = { of: undefined, stated: {} }

function draftOf(film: string): StatedClaims {
  const { place, time = '' } = readFilmDraft(film)
  return { place, capturedAt: secondsOf(time) }
}

/** The next steps after a film was submitted, and after it was checked. */
function Submitted({ submissionId }: { submissionId: string }) {
  const { data } = useOwnSubmissions()
  const film = data?.pages
    .flatMap((page) => page.submissions)
    .find(({ submission_id: id }) => id === submissionId)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div data-films>
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        Film submitted
      </h3>
      <p role="status" className="mt-1 max-w-[60ch] text-soft">
        {nextText(film)}
      </p>
      <p className="mt-1 max-w-[60ch] text-soft">
        This page updates automatically. The film is also under{' '}
        <Link href="/board/submissions" className="link">
          My films
        </Link>
        , where you can turn on notifications.
      </p>
    </div>
  )
}

function nextText(film: OwnSubmission | undefined): string {
  if (!film || film.quality_status === 'pending') return 'We check it now. Then the poster decides.'
  if (film.quality_status === 'pass') return 'It passed the check. Now the poster decides.'
  if (wasNotChecked(film)) return 'It could not be checked. The poster can still accept it.'
  return 'It did not pass the check. See below why, and submit another film.'
}

function Mine(props: { bountyId: string; wallet: WalletSettings; onAnotherTake: () => void }) {
  const { bountyId, wallet, onAnotherTake } = props
  const { data } = useOwnSubmissions()
  const mine = data?.pages.flatMap((page) => page.submissions).filter(isOf(bountyId)) ?? []
  if (mine.length === 0) return null
  const numbers = filmNumbers(mine)
  const accepted = acceptedFilms(mine).get(bountyId)
  return (
    <section data-films aria-label="Your films for this bounty">
      {/* It stays in sight over the cards, because the accepted film may be far above. */}
      <p
        role="status"
        className="sticky top-2 z-10 mb-4 rounded-lg border border-edge bg-raised px-5 py-3 font-semibold empty:hidden"
      >
        {accepted && (
          <>
            Film {accepted.number} was accepted: {paidText(accepted.film)}.{' '}
            <a href={`#${accepted.film.submission_id}`} className="link">
              See film {accepted.number}
            </a>
          </>
        )}
      </p>
      <ul className="grid gap-4">
        {mine.map((submission) => (
          <li key={submission.submission_id} id={submission.submission_id} className="scroll-mt-24">
            <OwnSubmissionCard
              submission={submission}
              wallet={wallet}
              onAnotherTake={onAnotherTake}
              chosen={accepted?.number}
            >
              <h3 className="text-base">
                Your film
                {numbers.has(submission.submission_id) && (
                  <>
                    {` ${numbers.get(submission.submission_id)}, submitted `}
                    <Moment within iso={submission.submitted_at} />
                  </>
                )}
              </h3>
            </OwnSubmissionCard>
          </li>
        ))}
      </ul>
    </section>
  )
}

function paidText({ accept_tx: paid, bounty }: OwnSubmission): string {
  const amount = `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC`
  return paid ? `${amount} were paid to your wallet` : `${amount} are on their way to your wallet`
}

function isOf(bountyId: string) {
  return ({ bounty }: { bounty: { bounty_id: string } }) => bounty.bounty_id === bountyId
}
