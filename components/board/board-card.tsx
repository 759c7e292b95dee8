import { BountyCard } from '#components/bounty/bounty-card'
import type { Place } from '#lib/domain/geo/cell-distance'
import { filmsText } from '../bounty/films-text.ts'
import { placeBadge } from './place-badge.ts'

/** A bounty as the board lists it. */
export type BoardCardFacts = {
  bountyId: string
  title: string
  /** The first line of the instructions. */
  line: string
  geohash: string | null
  placeName: string | undefined
  amountUsdc: number
  /** ISO 8601. */
  deadline: string
  /** The deadline as text in UTC, shown on hover. */
  deadlineUtc: string
  timeLeft: string
  filmLength: string | undefined
  filmCount: number
  poster: string
}

/** One bounty of the board. @param from where the reader is: a position or a geohash */
export function BoardCard(props: {
  facts: BoardCardFacts
  from?: Place | string | undefined
  isFirst?: boolean
}) {
  const { facts, from, isFirst = false } = props
  const { bountyId, title, line, geohash, amountUsdc } = facts
  const placeName = geohash === null ? 'Place in the instructions' : facts.placeName
  return (
    <BountyCard
      href={`/board/${bountyId}`}
      badge={placeBadge(geohash, from)?.text}
      title={title}
      geohash={geohash}
      amountUsdc={amountUsdc}
      isFirst={isFirst}
      facts={[
        ...(facts.filmLength === undefined ? [] : [facts.filmLength]),
        <time key="left" dateTime={facts.deadline} title={facts.deadlineUtc}>
          {facts.timeLeft} left
        </time>,
        filmsText(facts.filmCount),
        <span key="poster" className="block text-balance text-soft">
          {facts.poster}
        </span>,
      ]}
    >
      {placeName !== undefined && <p className="text-sm font-medium">{placeName}</p>}
      <p className="line-clamp-2 text-sm text-soft wrap-anywhere">{line}</p>
    </BountyCard>
  )
}
