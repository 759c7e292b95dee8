import { BountyCard } from '#components/bounty/bounty-card'
import { cellDistance, describeDistance, distanceFrom, type Place } from '#lib/domain/geo/cell-distance'
import { filmsText } from '../bounty/films-text.ts'

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
  const { bountyId, title, line, geohash, placeName, amountUsdc } = facts
  return (
    <BountyCard
      href={`/board/${bountyId}`}
      badge={badgeOf(geohash, from)}
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

function badgeOf(geohash: string | null, from: Place | string | undefined): string | undefined {
  if (geohash === null) return 'Place in the instructions'
  if (from === undefined) return undefined
  if (typeof from === 'string' && geohash.startsWith(from)) return 'In this area'
  const distance = typeof from === 'string' ? cellDistance(from, geohash) : distanceFrom(from, geohash)
  if (distance === undefined) return undefined
  // The two areas may touch, so a number would depend on their sizes more than on the distance.
  if (typeof from === 'string' && distance.leastM === 0) return 'Near this area'
  const words = describeDistance(distance)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
