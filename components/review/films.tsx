'use client'
import { useState } from 'react'
import type { Review } from '#lib/schemas/review'
import { AcceptDialog } from './accept-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { SubmissionReview } from './submission-review.tsx'
import { useKeys } from './use-keys.ts'
import { usePlayers } from './use-players.ts'

type Props = {
  bounty: Review
  networkName: string
  canAccept: boolean
  bountyId: string
  token: string
}

/** What was handed in, side by side, to be compared and one of them accepted. */
export function Films({ bounty, networkName, canAccept, ...access }: Props) {
  const { submissions } = bounty
  const [chosen, setChosen] = useState(0)
  const [accepting, setAccepting] = useState<number>()
  const [showsKeys, setShowsKeys] = useState(false)
  const players = usePlayers()
  const move = (by: number) => {
    const next = Math.min(submissions.length - 1, Math.max(0, chosen + by))
    const film = document.getElementById(`film-${next}`)
    // It becomes the chosen one by that.
    film?.focus({ preventScroll: true })
    film?.scrollIntoView({ block: 'nearest' })
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
  if (submissions.length === 0) return <NoFilms status={bounty.status} />
  const isAlone = submissions.length === 1
  return (
    <section aria-labelledby="films">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="films" className="text-xl">
          {isAlone ? 'One film' : `${submissions.length} films`}
        </h2>
        <button
          type="button"
          className="min-h-11 text-sm text-soft pointer-coarse:hidden underline underline-offset-4 hover:text-ink"
          aria-expanded={showsKeys}
          onClick={() => setShowsKeys(!showsKeys)}
        >
          By keyboard
        </button>
      </div>
      {showsKeys && <KeyList />}
      {players.duration > 0 && !isAlone && (
        <div className="mt-4 flex items-center gap-4">
          <button type="button" className="button" onClick={players.toggle}>
            {players.isPlaying ? 'Stop all' : 'Play all'}
          </button>
          <input
            type="range"
            aria-label="Position in all films"
            aria-valuetext={`${players.position.toFixed(1)} seconds`}
            className="h-11 min-w-0 flex-1 accent-ink"
            min={0}
            max={players.duration}
            step={0.1}
            value={players.position}
            onChange={(event) => players.seek(Number(event.target.value))}
          />
        </div>
      )}
      <ul className={`mt-5 grid gap-5 ${isAlone ? '' : 'sm:grid-cols-2'}`}>
        {submissions.map((submission, index) => (
          <li key={submission.submission_id} className="min-w-0">
            <SubmissionReview
              id={`film-${index}`}
              submission={submission}
              number={index + 1}
              isChosen={!isAlone && canAccept && index === chosen}
              canAccept={canAccept}
              onAccept={() => setAccepting(index)}
              onChoose={() => setChosen(index)}
              video={players.register(submission.submission_id)}
            />
          </li>
        ))}
      </ul>
      <AcceptDialog
        {...access}
        amountUsdc={bounty.amount_usdc}
        networkName={networkName}
        number={(accepting ?? 0) + 1}
        submission={accepting === undefined ? undefined : submissions[accepting]}
        onClose={() => setAccepting(undefined)}
      />
    </section>
  )
}

function NoFilms({ status }: { status: Review['status'] }) {
  const isWaiting = ['paid', 'creating', 'open'].includes(status)
  return (
    <section className="border-t border-line pt-6">
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
