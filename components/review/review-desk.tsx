'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import type { Review } from '#lib/schemas/review'
import { BountyTimeline } from './bounty-timeline.tsx'
import { Delivery } from './delivery.tsx'
import { SubmissionReview } from './submission-review.tsx'
import { useKeys } from './use-keys.ts'
import { usePlayers } from './use-players.ts'
import { useAct, useReview } from './use-review.ts'

export type ReviewNetwork = { id: string; name: string; explorerUrl: string | undefined }
type Props = { bountyId: string; token: string; networks: readonly ReviewNetwork[] }

/** A poster's desk: where the bounty stands, what was handed in, and the choice. */
export function ReviewDesk(props: Props) {
  const review = useReview(props)
  if (review.isPending) return <p className="text-soft">Looking up the bounty…</p>
  if (!review.data)
    return (
      <div>
        <p role="alert" className="text-bad">
          {review.error.message}
        </p>
        <button type="button" className="button mt-4" onClick={() => review.refetch()}>
          Try again
        </button>
      </div>
    )
  return <Desk {...props} bounty={review.data} isStale={review.isError} />
}

function Desk({ bounty, isStale, ...props }: Props & { bounty: Review; isStale: boolean }) {
  const network = props.networks.find(({ id }) => id === bounty.network)
  const isOpen = bounty.status === 'open'
  const accepted = bounty.submissions.find((submission) => submission.accepted)
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 gap-10">
        {isStale && (
          <p role="alert" className="border-l-2 border-wait pl-4 text-sm">
            Cairn cannot be reached just now; this is how things stood a moment ago.
          </p>
        )}
        {accepted && <Delivery submission={accepted} />}
        <Films {...props} bounty={bounty} canAccept={isOpen} />
      </div>
      <aside aria-label="State of the bounty" className="min-w-0 lg:order-none">
        <p className="flex flex-wrap items-baseline gap-x-2.5 border-t border-line pt-6">
          <span className="text-[2.4rem] leading-none font-semibold tracking-tight tabular-nums">
            {bounty.amount_usdc}.00
          </span>
          <span className="text-lg text-soft">USDC on {network?.name ?? bounty.network}</span>
        </p>
        <div className="mt-6 border-t border-line pt-6">
          <BountyTimeline bounty={bounty} explorerUrl={network?.explorerUrl} />
        </div>
        <dl className="mt-6 grid gap-4 border-t border-line pt-6 text-sm">
          <div>
            <dt className="caption">Deadline</dt>
            <dd>
              <UtcTime iso={bounty.deadline} />
            </dd>
          </div>
          <div>
            <dt className="caption">Paid by, and paid back to</dt>
            <dd>
              <Hash value={bounty.payer} label="the wallet that paid" />
            </dd>
          </div>
          {bounty.board_url && (
            <div>
              <dt className="caption">For contributors</dt>
              <dd>
                <a href={bounty.board_url}>Its page on the board</a>
              </dd>
            </div>
          )}
        </dl>
        {isOpen && <Cancel {...props} bounty={bounty} />}
      </aside>
    </div>
  )
}

function Films({ bounty, canAccept, ...props }: Props & { bounty: Review; canAccept: boolean }) {
  const { submissions } = bounty
  const [chosen, setChosen] = useState(0)
  const [accepting, setAccepting] = useState<number>()
  const [showsKeys, setShowsKeys] = useState(false)
  const players = usePlayers()
  const act = useAct(props)
  const move = (by: number) => {
    const next = Math.min(submissions.length - 1, Math.max(0, chosen + by))
    setChosen(next)
    document.getElementById(`film-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => canAccept && submissions[chosen] && setAccepting(chosen),
    ' ': players.toggle,
    ArrowLeft: () => players.step(-1),
    ArrowRight: () => players.step(1),
    '?': () => setShowsKeys((shown) => !shown),
  })
  if (submissions.length === 0) return <NoFilms bounty={bounty} />
  const wanted = accepting === undefined ? undefined : submissions[accepting]
  return (
    <section aria-labelledby="films">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="films" className="text-xl">
          {submissions.length === 1 ? 'One film' : `${submissions.length} films`}
        </h2>
        <button
          type="button"
          className="min-h-11 text-sm text-soft underline underline-offset-4 hover:text-ink"
          aria-expanded={showsKeys}
          onClick={() => setShowsKeys(!showsKeys)}
        >
          Keys
        </button>
      </div>
      {showsKeys && <KeyList />}
      {players.duration > 0 && (
        <div className="mt-4 flex items-center gap-4">
          <button type="button" className="button" onClick={players.toggle}>
            {players.isPlaying ? 'Stop all' : 'Play all'}
          </button>
          <input
            type="range"
            aria-label="Position in all films"
            className="h-11 min-w-0 flex-1 accent-ink"
            min={0}
            max={players.duration}
            step={0.1}
            value={players.position}
            onChange={(event) => players.seek(Number(event.target.value))}
          />
        </div>
      )}
      <ul className={`mt-6 grid gap-5 ${submissions.length > 1 ? 'sm:grid-cols-2' : ''}`}>
        {submissions.map((submission, index) => (
          <li key={submission.submission_id} id={`film-${index}`}>
            <SubmissionReview
              submission={submission}
              number={index + 1}
              isChosen={submissions.length > 1 && index === chosen}
              canAccept={canAccept}
              onAccept={() => setAccepting(index)}
              onChoose={() => setChosen(index)}
              video={players.register(submission.submission_id)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={wanted !== undefined}
        title={`Accept film ${(accepting ?? 0) + 1}?`}
        confirm={`Pay ${bounty.amount_usdc}.00 USDC`}
        isBusy={act.isPending}
        problem={act.error?.message}
        onClose={() => setAccepting(undefined)}
        onConfirm={() =>
          wanted &&
          act.mutate(
            { action: 'accept', submissionId: wanted.submission_id },
            { onSuccess: () => setAccepting(undefined) },
          )
        }
      >
        <p>
          The escrow pays <strong>{bounty.amount_usdc}.00 USDC</strong> to whoever handed in this film. You
          get the film as it was made, and a 3D model of the place.
        </p>
        <p>This is final: it cannot be undone, by you or by us.</p>
        {wanted?.quality_status === 'fail' && (
          <p className="border-l-2 border-wait pl-4">
            This film did not pass the check; there may be no model of it.
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}

function NoFilms({ bounty }: { bounty: Review }) {
  const isWaiting = ['paid', 'creating', 'open'].includes(bounty.status)
  return (
    <section className="border-y border-line py-10">
      <h2 className="text-xl">{isWaiting ? 'No film yet' : 'No film was handed in'}</h2>
      {isWaiting && (
        <p className="mt-3 max-w-[54ch] text-soft">
          Contributors see the bounty on the board. This page looks by itself; films appear here with a short
          preview.
        </p>
      )}
    </section>
  )
}

const keys = [
  ['J', 'next film'],
  ['K', 'film before'],
  ['A', 'accept the marked film'],
  ['Space', 'play or stop all'],
  ['← →', 'half a second back or on'],
  ['?', 'this list'],
] as const

function KeyList() {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 rounded-md bg-sunken p-4 text-sm">
      {keys.map(([key, meaning]) => (
        <div key={key} className="flex items-center gap-2">
          <dt>
            <kbd className="rounded-sm border border-edge bg-raised px-1.5 py-0.5 font-mono text-xs">
              {key}
            </kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

function Cancel({ bounty, ...props }: Props & { bounty: Review }) {
  const [isAsking, setIsAsking] = useState(false)
  const act = useAct(props)
  return (
    <div className="mt-8">
      <button type="button" className="button" onClick={() => setIsAsking(true)}>
        Cancel the bounty
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this bounty?"
        confirm={`Take back ${bounty.amount_usdc}.00 USDC`}
        isBusy={act.isPending}
        problem={act.error?.message}
        onClose={() => setIsAsking(false)}
        onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => setIsAsking(false) })}
      >
        <p>
          Everything, <strong>{bounty.amount_usdc}.00 USDC</strong>, goes back to the wallet that paid.
          Nothing can be accepted any more.
        </p>
        {bounty.submissions.length > 0 && (
          <p className="border-l-2 border-wait pl-4">
            Somebody has filmed for you already. That you cancelled is shown with your next bounties.
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}
