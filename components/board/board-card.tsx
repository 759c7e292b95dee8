import Link from 'next/link'
import { PosterWords } from '#components/bounty/poster-words'
import { UtcTime } from '#components/ui/utc-time'
import { cellDistance, describeDistance } from '#lib/domain/cell-distance'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { PosterRecord } from '#lib/schemas/board'

/** What the board shows of a bounty. */
export type BoardCardFacts = {
  bountyId: string
  title: string
  /** Without the line of its place. */
  words: string
  geohash: string | null
  amountUsdc: number
  networkName: string
  /** ISO 8601. */
  deadline: string
  timeLeft: string
  poster: PosterRecord
}

type Props = { facts: BoardCardFacts; near: string | undefined; isBeside?: boolean }

/** One bounty in a list: what, where, how much, until when, by whom. `isBeside`: in a narrow column. */
export function BoardCard({ facts, near, isBeside = false }: Props) {
  const { bountyId, title, words, poster, deadline } = facts
  return (
    <div className={`grid gap-x-12 gap-y-3 ${isBeside ? '' : 'sm:grid-cols-[minmax(0,1fr)_15rem]'}`}>
      <div className="min-w-0">
        <h2 className="text-lg [overflow-wrap:anywhere]">
          <Link
            href={`/board/${bountyId}`}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
        </h2>
        <Where geohash={facts.geohash} near={near} />
        {!isBeside && (
          <p className="mt-2 line-clamp-2 max-w-[62ch] text-sm text-soft [overflow-wrap:anywhere]">{words}</p>
        )}
        <p className="mt-2 text-sm">
          <span className="text-soft">Poster so far:</span> <PosterWords record={poster} />
        </p>
      </div>
      <dl className={`flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm ${isBeside ? '' : 'sm:block'}`}>
        <dt className="sr-only">Reward</dt>
        <dd className="text-lg font-semibold tabular-nums">
          {formatUsdc(wholeUsdc(facts.amountUsdc))} USDC
          <span className="ml-1.5 text-sm font-normal whitespace-nowrap text-soft">
            on {facts.networkName}
          </span>
        </dd>
        <dt className="sr-only">Deadline</dt>
        <dd className={isBeside ? 'basis-full' : 'sm:mt-2'}>
          {facts.timeLeft} left
          <span className={`block text-xs text-soft ${isBeside ? 'sr-only' : ''}`}>
            until <UtcTime iso={deadline} />
          </span>
        </dd>
      </dl>
    </div>
  )
}

function Where({ geohash, near }: { geohash: string | null; near: string | undefined }) {
  if (geohash === null) return <p className="mt-1 text-sm text-soft">No place named</p>
  const distance = near === undefined ? undefined : cellDistance(near, geohash)
  return (
    <p className="mt-1 text-sm">
      {distance ? <strong className="font-semibold">{awayWords(describeDistance(distance))}</strong> : 'Cell'}{' '}
      <code className="text-xs text-soft">{geohash}</code>
    </p>
  )
}

function awayWords(distance: string): string {
  const words = distance.startsWith('within') ? distance : `${distance} away`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
