import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { BackToBoard } from '#components/board/back-to-board'
import { SubmitBar } from '#components/board/submit-bar'
import { FactLine, NoPlace, PayBadge } from '#components/bounty/bounty-card'
import { BountyTitle } from '#components/bounty/bounty-title'
import { PosterLink } from '#components/bounty/poster-link'
import { Contribute } from '#components/contribute/lazy'
import { CellMap } from '#components/place/cell-map'
import { ReportButton } from '#components/report/report-button'
import { Moment } from '#components/ui/moment'
import { nearCharacters } from '#lib/client/board-url'
import { boardStatusOf } from '#lib/domain/bounty/board-status'
import { filmLengthText, filmSecondsOf } from '#lib/domain/bounty/film-length'
import { CairnError } from '#lib/domain/errors'
import { describeTimeLeft } from '#lib/domain/text/duration'
import { webContext } from '#lib/http/api/context'
import type { BoardEntry } from '#lib/services/bounties/board-entry'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'
import { getStreetBounds } from '#lib/services/places/get-street-bounds'
import { nameCell } from '#lib/services/places/name-cell'
import { filmsText } from '../../../components/bounty/films-text.ts'
import { anotherTake } from '../../../components/contribute/another-take.ts'
import { CoachList } from '../../../components/contribute/coach-list.tsx'
import { filmLinks } from '../../../components/site/links.ts'
import { PausedForContributors } from '../../paused.tsx'
import { walletSettings } from '../../wallet-settings.ts'
import { instructionsOf } from '../card-facts.ts'
import { BountyDetails } from './bounty-details.tsx'
import { Terms } from './terms.tsx'

type Props = { params: Promise<{ bounty_id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const entry = await findEntry((await params).bounty_id)
  return {
    title: entry ? `${entry.title} · Bounty ${entry.onchainId}` : 'No such bounty',
    ...(entry?.hidden ? { robots: { index: false } } : {}),
  }
}

export default async function BoardPage({ params }: Props) {
  const entry = await findEntry((await params).bounty_id)
  if (!entry) notFound()
  const ctx = await webContext()
  const { env, clock } = ctx
  const [streets, placeName] = await Promise.all([
    getStreetBounds({ ctx }),
    entry.geohash ? nameCell({ ctx, input: { geohash: entry.geohash } }) : undefined,
  ])
  const secondsLeft = Math.floor((entry.deadline.getTime() - clock.now().getTime()) / 1_000)
  const takesFilms = entry.state === 'open' && !entry.isOver && entry.hidden === null
  const instructions = instructionsOf(entry)
  return (
    <article className="group/bounty page pt-3 sm:pt-6">
      <div className="flex justify-between gap-4 text-sm">
        <BackToBoard />
        {/* On a phone not on the map, where it would cover the area. */}
        {!entry.hidden && entry.geohash !== null && (
          <Link
            href={nearbyHref(entry.geohash)}
            className="link inline-flex min-h-11 items-center font-semibold sm:hidden"
          >
            Bounties nearby
          </Link>
        )}
        <nav aria-label="For contributors" className="flex gap-6 max-[47rem]:hidden">
          {filmLinks.map(({ href, text }) => (
            <Link
              key={href}
              href={href}
              prefetch={false}
              className="inline-flex min-h-11 items-center text-soft hover:text-ink"
            >
              {text}
            </Link>
          ))}
        </nav>
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,48rem)_minmax(23rem,1fr)]">
        <div className="grid min-w-0 gap-y-8">
          <header>
            {!entry.hidden && <Place entry={entry} />}
            <div className="mt-5 grid gap-3">
              {/* Not on the map, where it would cover the area. */}
              {takesFilms && <PayBadge amountUsdc={entry.amountUsdc} className="lg:hidden" />}
              <BountyTitle title={entry.title} />
            </div>
            <FactLine
              className="mt-3"
              facts={[
                ...(placeName === undefined ? [] : [placeName]),
                ...(takesFilms ? [`${describeTimeLeft(secondsLeft)} left`] : []),
                ...lengthOf(instructions),
                filmsText(entry.filmCount, takesFilms),
              ]}
            />
            <PosterLink bountyId={entry.bountyId} shownIf="held" />
          </header>
          {takesFilms && (
            <PausedForContributors className="max-w-[62ch]">
              If the deadline passes first, no film is paid, and the money goes back to the wallet that paid.
            </PausedForContributors>
          )}
          <MeasureNote entry={entry} />
          {!entry.hidden && (
            <section aria-labelledby="instructions">
              <h2 id="instructions" className="text-lg">
                Instructions
              </h2>
              <p className="mt-2 max-w-[62ch] whitespace-pre-line wrap-anywhere">{instructions}</p>
            </section>
          )}
        </div>
        <aside aria-label="Terms" className="min-w-0 lg:sticky lg:top-6 lg:row-span-2">
          <Terms entry={entry} env={env} takesFilms={takesFilms} />
        </aside>
        <div className="grid min-w-0 gap-y-10">
          {(takesFilms || entry.filmCount > 0 || entry.hidden) && (
            <section id="film" aria-labelledby="film-title" className="scroll-mt-6">
              <h2 id="film-title" className="text-xl">
                {takesFilms && <span className="group-has-[[data-films]]/bounty:hidden">Submit a film</span>}
                <span className={takesFilms ? 'hidden group-has-[[data-films]]/bounty:inline' : undefined}>
                  Your films
                </span>
              </h2>
              {takesFilms && (
                // The form for the film says it again, in more words. A film that was just submitted comes first.
                <div className="mt-3 group-has-[[data-films]]/bounty:hidden group-has-[[data-sends]]/bounty:hidden">
                  <p className="max-w-[60ch] text-sm text-soft">
                    The accepted film becomes a 3D model, if the film allows it. Where the instructions leave
                    it open, film like this:
                  </p>
                  <CoachList instructions={instructions} />
                </div>
              )}
              <div className="mt-4">
                <Contribute
                  bountyId={entry.bountyId}
                  title={entry.title}
                  instructions={instructions}
                  postedAt={entry.paidAt.toISOString()}
                  bountyPlace={entry.geohash}
                  status={boardStatusOf(entry.state, entry.isOver)}
                  takesFilms={takesFilms}
                  wallet={walletSettings(env, 'contributor')}
                  map={{ styleUrl: env.map.styleUrl, streets }}
                />
              </div>
            </section>
          )}
          <BountyDetails entry={entry} env={env} />
          <div className="grid justify-items-start gap-1">
            <PosterLink bountyId={entry.bountyId} shownIf="not held" />
            {!entry.hidden && <ReportButton kind="bounty" id={entry.bountyId} label="Report this bounty" />}
          </div>
        </div>
      </div>
      {takesFilms && <SubmitBar amountUsdc={entry.amountUsdc} target="film" waiting={anotherTake} />}
    </article>
  )
}

function Place({ entry: { geohash } }: { entry: BoardEntry }) {
  return (
    <div className="relative aspect-[16/10] overflow-hidden rounded-lg border border-line bg-sunken sm:aspect-[21/11]">
      {geohash === null ? (
        <NoPlace />
      ) : (
        <CellMap geohash={geohash} shows="width" className="size-full object-cover" />
      )}
      {geohash === null ? (
        <p className="absolute bottom-3 left-3 rounded-sm bg-raised/90 px-2.5 py-1 text-sm font-semibold">
          Place in the instructions
        </p>
      ) : (
        <Link
          href={nearbyHref(geohash)}
          className="absolute top-3 left-3 flex min-h-11 items-center rounded-sm bg-raised/90 px-3 text-sm font-semibold text-link underline-offset-4 max-sm:hidden hover:underline"
        >
          Bounties nearby
        </Link>
      )}
    </div>
  )
}

function nearbyHref(geohash: string): string {
  return `/board?view=map&near=${geohash.slice(0, nearCharacters)}`
}

/** What an operator did about the bounty, and why. */
function MeasureNote({ entry: { hidden, cancelled, state } }: { entry: BoardEntry }) {
  const measure = cancelled ?? hidden
  if (!measure) return null
  return (
    <section
      aria-label={cancelled ? 'Why it was cancelled' : 'Why it is hidden'}
      className="max-w-[62ch] border-l-2 border-wait pl-4"
    >
      <p className="font-semibold">
        {cancelled ? 'An operator cancelled this bounty ' : 'An operator has hidden this bounty since '}
        <Moment within iso={measure.at} />.
      </p>
      <p className="mt-1 wrap-anywhere">Reason: {measure.reason}</p>
      <p className="mt-1 text-soft">
        {cancelled
          ? `The full amount ${state === 'cancelled' ? 'went' : 'goes'} back to the wallet that paid, and nobody is paid for a film.`
          : 'It takes no new films. Contributors still see theirs below, and no money moves because of it.'}{' '}
        <Link href="/rules" className="link">
          The rules
        </Link>
      </p>
    </section>
  )
}

function lengthOf(instructions: string): string[] {
  const seconds = filmSecondsOf(instructions)
  return seconds === undefined ? [] : [filmLengthText(seconds)]
}

/** Loaded once per request, for the page and its title. */
const findEntry = cache(async (bountyId: string): Promise<BoardEntry | undefined> => {
  try {
    return await getBoardEntry({ ctx: await webContext(), input: { bountyId } })
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_found') return undefined
    throw error
  }
})
