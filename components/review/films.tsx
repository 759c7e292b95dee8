'use client'
import './film-pair.css'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { NotPlayed } from '#lib/client/why-not-played'
import { placeOf } from '#lib/domain/bounty/bounty-place'
import type { Review } from '#lib/schemas/review'
import { filmSize } from '../ui/film-size.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { Clip } from './clip.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { DeskHeader } from './desk-header.tsx'
import { FilmCaption } from './film-caption.tsx'
import { FilmPanel } from './film-panel.tsx'
import { firstFilm } from './film-result.ts'
import { FilmStrip } from './film-strip.tsx'
import { KeyList } from './key-list.tsx'
import { PlayerBar } from './player-bar.tsx'
import { useKeys } from './use-keys.ts'
import { usePlayers } from './use-players.ts'

type Props = {
  bounty: Review
  networkName: string
  canAccept: boolean
  bountyId: string
  token: string
}

/** The desk: one film large, or all side by side, with the facts of the selected one. Always dark, like a cinema. */
export function Films({ bounty, networkName, canAccept, ...access }: Props) {
  const { submissions } = bounty
  const [chosen, setChosen] = useState(() => firstFilm(submissions))
  /** The films that are shown side by side, by the ids of their submissions; none while one is shown alone. */
  const [beside, setBeside] = useState<readonly string[]>([])
  const showsMore = beside.length > 0
  const [accepting, setAccepting] = useState<number>()
  const [declining, setDeclining] = useState<number>()
  const [showsKeys, setShowsKeys] = useState(false)
  /** Why the clip of a film is not shown, by the id of its submission. */
  const [unseen, setUnseen] = useState<Readonly<Record<string, NotPlayed | undefined>>>({})
  const film = submissions[Math.min(chosen, submissions.length - 1)]
  const isShown = (id: string) => id === film?.submission_id || beside.includes(id)
  const players = usePlayers(isShown)
  const startsAll = useRef(false)
  const shown = `${beside} ${film?.submission_id}`
  const { change } = players
  const lastShown = useRef(shown)
  useEffect(() => {
    if (lastShown.current === shown) return
    lastShown.current = shown
    change({ plays: startsAll.current })
    startsAll.current = false
  }, [shown, change])
  const move = (by: number) => {
    setChosen(Math.min(submissions.length - 1, Math.max(0, chosen + by)))
    document.getElementById('film')?.focus({ preventScroll: true })
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => canAccept && setAccepting(chosen),
    d: () => canAccept && setDeclining(chosen),
    ' ': players.toggle,
    ArrowLeft: () => players.step(-1),
    ArrowRight: () => players.step(1),
    '?': () => setShowsKeys((are) => !are),
    ...(showsKeys && { Escape: () => setShowsKeys(false) }),
  })
  if (!film) return null
  const isAlone = submissions.length === 1
  // Films of the common shape need no more height than they fill; others get what there is.
  const areWide = submissions.every(({ figures }) => figures && figures.width > figures.height)
  // Where nothing is to be chosen, the desk does not fill the window, so the player has the shape of its film.
  const isFitted = !canAccept && !showsMore
  const isPair = areWide && beside.length === 2
  const compare = (ids: readonly string[]) => {
    startsAll.current = ids.length > 0
    setBeside(ids)
  }
  return (
    <section aria-label="Films" className={`dark-room ${canAccept ? 'dark-desk ' : ''}bg-ground text-ink`}>
      <div
        className={`page flex flex-col gap-4 py-4 lg:short-window:gap-2.5 lg:short-window:py-2.5 ${canAccept ? 'lg:h-[calc(100dvh-4rem)] lg:min-h-[38rem]' : ''}`}
      >
        <div className="flex items-start justify-between gap-6">
          <DeskHeader bounty={bounty} canAccept={canAccept} />
          <button
            type="button"
            className="min-h-11 flex-none text-sm text-soft underline-offset-4 hover:text-ink hover:underline pointer-coarse:hidden max-sm:hidden"
            aria-expanded={showsKeys}
            onClick={() => setShowsKeys(!showsKeys)}
          >
            Keyboard shortcuts
          </button>
        </div>
        {showsKeys && <KeyList />}
        <div
          className={`grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] xl:grid-cols-[minmax(0,1fr)_28rem] ${canAccept ? '' : 'items-start'}`}
        >
          <div className={`flex min-h-0 min-w-0 flex-col gap-3 ${canAccept ? 'film-field' : ''}`}>
            <ul
              className={`grid min-h-0 flex-1 gap-2 ${showsMore ? `p-1 sm:grid-cols-2 ${isPair ? 'film-pair' : areWide ? 'content-center overflow-y-auto' : 'auto-rows-fr'}` : ''}`}
              aria-label="Previews"
            >
              {submissions.map((submission, index) => (
                <li
                  key={submission.submission_id}
                  hidden={!isShown(submission.submission_id)}
                  style={isFitted ? filmSize(submission.figures ?? undefined) : undefined}
                  className={isFitted ? 'self-start justify-self-center' : 'flex min-h-0 min-w-0 flex-col'}
                >
                  <div
                    className={`film-picture relative overflow-hidden rounded-xl bg-[#000] ${isFitted ? 'size-full' : showsMore && areWide ? 'aspect-video' : 'max-lg:aspect-video lg:min-h-0 lg:flex-1'} ${showsMore && submission === film ? 'outline-2 outline-lichen' : ''}`}
                  >
                    <Clip
                      submission={submission}
                      number={index + 1}
                      video={players.register(submission.submission_id)}
                      onProblem={(problem) =>
                        setUnseen((others) => ({ ...others, [submission.submission_id]: problem }))
                      }
                    />
                    {showsMore && (
                      <button
                        type="button"
                        aria-pressed={submission === film}
                        onClick={(event) => {
                          letKeysBe(event)
                          setChosen(index)
                        }}
                        className="absolute inset-0 grid items-start justify-start rounded-xl p-3 text-xs font-semibold text-[#fff]"
                      >
                        <span className="rounded-sm bg-[rgb(0_0_0/0.7)] px-2 py-1">
                          Film {index + 1}
                          {players.ended.includes(submission.submission_id) && ', played to its end'}
                        </span>
                      </button>
                    )}
                  </div>
                  {showsMore && <FilmCaption submission={submission} number={index + 1} />}
                </li>
              ))}
            </ul>
            {!isAlone && !showsMore && (
              <FilmStrip submissions={submissions} chosen={submissions.indexOf(film)} onChoose={setChosen} />
            )}
            {players.duration > 0 && (
              <PlayerBar
                {...players}
                isLongest={showsMore && players.differ}
                label={showsMore ? 'Position in all shown films' : 'Position in the film'}
                onToggle={players.toggle}
                onSeek={players.seek}
              >
                {!isAlone && (
                  <button
                    type="button"
                    className="min-h-11 flex-none rounded-sm px-2.5 text-sm max-sm:ml-auto hover:bg-sunken"
                    onClick={(event) => {
                      letKeysBe(event)
                      compare(showsMore ? [] : submissions.map(({ submission_id: id }) => id))
                    }}
                  >
                    {showsMore ? 'Show one film' : 'Play side by side'}
                  </button>
                )}
              </PlayerBar>
            )}
          </div>
          <FilmPanel
            submission={film}
            number={submissions.indexOf(film) + 1}
            isAlone={isAlone}
            askedPlace={placeOf(bounty.brief)}
            brief={bounty.brief}
            orderedAt={bounty.paid_at}
            amountUsdc={bounty.amount_usdc}
            unseen={unseen[film.submission_id]}
            canAccept={canAccept}
            onCompare={(id) => compare([film.submission_id, id])}
            onAccept={() => setAccepting(submissions.indexOf(film))}
            onDecline={() => setDeclining(submissions.indexOf(film))}
          />
        </div>
      </div>
      <AcceptDialog
        {...access}
        amountUsdc={bounty.amount_usdc}
        networkName={networkName}
        deadline={bounty.deadline}
        brief={bounty.brief}
        number={(accepting ?? 0) + 1}
        submission={accepting === undefined ? undefined : submissions[accepting]}
        unseen={accepting === undefined ? undefined : unseen[submissions[accepting]?.submission_id ?? '']}
        onClose={() => setAccepting(undefined)}
      />
      <DeclineDialog
        {...access}
        deadline={bounty.deadline}
        number={(declining ?? 0) + 1}
        submission={declining === undefined ? undefined : submissions[declining]}
        onClose={() => setDeclining(undefined)}
      />
    </section>
  )
}

/** Removes the focus after a click, so that the space bar plays again. After a key press the focus stays on the button. */
function letKeysBe({ detail, currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if (detail > 0) currentTarget.blur()
}
