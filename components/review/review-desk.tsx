'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { BountyTitle } from '#components/bounty/bounty-title'
import { BountyMeasures } from '#components/bounty/measure-notes'
import { StaleNote } from '#components/ui/stale-note'
import type { BountyKey } from '#lib/client/bounty-keys'
import { isEnded } from '#lib/domain/bounty/bounty'
import type { Review } from '#lib/schemas/review'
import { PausedNote } from '../wallet/paused-note.tsx'
import { usePaymentsPaused } from '../wallet/payments-paused.tsx'
import { BountyDetails } from './bounty-details.tsx'
import { BountyFacts, type ReviewNetwork } from './bounty-facts.tsx'
import { BountyWords } from './bounty-words.tsx'
import { DeliveredFiles } from './delivered-files.tsx'
import { Films } from './films.tsx'
import { KeyTools } from './key-tools.tsx'
import { isWrongKey, lookUpProblem } from './look-up-problem.ts'
import { lowFrameClass, ModelPlaceholder } from './model-placeholder.tsx'
import { ModelStage } from './model-stage.tsx'
import { NoFilms } from './no-films.tsx'
import { PageLoading } from './page-loading.tsx'
import { isUnderWay, Progress } from './progress.tsx'
import { SaveKeyNote } from './save-key-note.tsx'
import { useReview } from './use-review.ts'

type Props = {
  bountyId: string
  token: string
  networks: readonly ReviewNetwork[]
  /** Shown instead if the key does not open the bounty. */
  unlock: ReactNode
  /** For the tools of the key at the end of the page, also if the bounty could not be loaded. */
  bountyKey?: BountyKey
}

/** The page of a bounty for its poster: first the films to choose from, later the delivered files. */
export function ReviewDesk(props: Props) {
  const review = useReview(props)
  if (review.isPending) return <PageLoading text="Loading the bounty…" />
  if (isWrongKey(review.error)) return props.unlock
  if (!review.data)
    return (
      <>
        <div className="page pt-10">
          <p role="alert" className="max-w-[60ch] text-bad">
            {lookUpProblem(review.error)}
          </p>
          <button type="button" className="button mt-4" onClick={() => review.refetch()}>
            Try again
          </button>
        </div>
        <OwnKey bountyKey={props.bountyKey} />
      </>
    )
  const { unlock: _, ...shown } = props
  return <Desk {...shown} bounty={review.data} isStale={review.isError} />
}

/** The last response for the bounty. While it is open the films come first, afterwards their results. */
export function Desk(props: Omit<Props, 'unlock'> & { bounty: Review; isStale: boolean }) {
  const { bounty, isStale, networks, bountyKey, ...access } = props
  const network = networks.find(({ id }) => id === bounty.network)
  const isOpen = bounty.status === 'open'
  const isPaused = usePaymentsPaused()
  const accepted = bounty.submissions.find((submission) => submission.accepted)
  // When a film is accepted on this page, the page scrolls to the next steps.
  const wasUndecided = useRef(accepted === undefined)
  const wasStanding = useRef(!bounty.status.startsWith('cancel'))
  const films = bounty.submissions.length > 0 && (
    <Films {...access} bounty={bounty} networkName={network?.name ?? bounty.network} canAccept={isOpen} />
  )
  const saveKey = bountyKey && <SaveKeyNote bountyKey={bountyKey} status={bounty.status} />
  return (
    // Only films to choose from need the whole width: other states have the margins of any page.
    <div className={isOpen && films ? undefined : 'without-films'}>
      <StaleNote isStale={isStale} className="page my-4" />
      {/* Above films to choose from, the header of the desk says it. */}
      {isPaused && !(isOpen && films) && !isEnded(bounty.status) && (
        <div className="page my-4">
          <PausedNote>Payments and refunds go on after the pause. No money is lost.</PausedNote>
        </div>
      )}
      {bounty.moderation && (
        <div className="page my-4">
          <BountyMeasures moderation={bounty.moderation} />
        </div>
      )}
      {accepted ? (
        <>
          {accepted.model_preview_url ? (
            <ModelStage
              model={accepted.model_preview_url}
              splats={accepted.model_splats_url}
              poster={accepted.poster_url}
              archive={accepted.model_zip_url}
              film={accepted.full_capture_url}
            />
          ) : (
            isUnderWay(bounty, accepted) && (
              <ModelPlaceholder
                className={lowFrameClass}
                poster={accepted.poster_url}
                text="The 3D model appears here once it is made."
              />
            )
          )}
          <div className="page pt-8 lg:pt-6">
            <BountyTitle title={bounty.title} />
            <div className="mt-4 empty:hidden">{saveKey}</div>
          </div>
        </>
      ) : isOpen && films ? (
        <>
          {films}
          <div className="page mt-6 empty:hidden">{saveKey}</div>
        </>
      ) : (
        <div className="page pt-8 sm:pt-12">
          <BountyTitle title={bounty.title} />
          <StateLine bounty={bounty} takesFocus={wasStanding.current && bounty.status.startsWith('cancel')} />
          <div className="mt-5 empty:hidden">{saveKey}</div>
          {!films && (
            <div className="mt-6 grid gap-5 sm:mt-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
              <BountyFacts bounty={bounty} network={network} />
              <NoFilms bounty={bounty} />
            </div>
          )}
        </div>
      )}
      <BountyDetails
        {...access}
        bounty={bounty}
        network={network}
        progress={
          accepted && (
            <Progress
              bounty={bounty}
              submission={accepted}
              token={access.token}
              takesFocus={wasUndecided.current}
            />
          )
        }
        files={accepted?.full_capture_url && <DeliveredFiles submission={accepted} />}
      />
      {!(isOpen && films) && films && <div className="mt-16">{films}</div>}
      <OwnKey bountyKey={bountyKey} status={bounty.status} />
    </div>
  )
}

function OwnKey({ bountyKey, status }: { bountyKey: BountyKey | undefined; status?: Review['status'] }) {
  if (!bountyKey) return null
  return (
    <div className="page mt-14">
      <KeyTools keys={[bountyKey]} ofOne status={status} />
    </div>
  )
}

/** @param props.takesFocus true once the bounty is cancelled on this page: the button for that is far below this line */
function StateLine({ bounty, takesFocus }: { bounty: Review; takesFocus: boolean }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    line.current?.focus({ preventScroll: true })
    line.current?.scrollIntoView({ block: 'center' })
  }, [takesFocus])
  return (
    <p ref={line} tabIndex={-1} className="mt-2 text-soft">
      <BountyWords bounty={bounty} />
    </p>
  )
}
