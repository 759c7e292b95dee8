import Link from 'next/link'
import type { ReactNode } from 'react'
import { Cairn } from '#components/ui/cairn'
import { type BoardWish, boardLink, countFilters, withNear, withoutFilters } from '#lib/client/board-url'

type Props = { wish: BoardWish; hasCursor: boolean; minUsdc: number }

/** Why the list is empty, and what the reader can do. */
export function BoardEmpty(props: Props) {
  const { title, text } = wordsOf(props)
  return (
    <div className="mt-5 grid items-center gap-x-14 gap-y-8 rounded-lg border border-line bg-raised p-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:p-10">
      <Cairn className="w-32 sm:w-full" stones={[{ state: 'open' }, { state: 'open' }, { state: 'set' }]} />
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-3 max-w-[54ch] text-soft">{text}</p>
      </div>
    </div>
  )
}

function wordsOf({ wish, hasCursor, minUsdc }: Props): { title: string; text: ReactNode } {
  if (hasCursor)
    return { title: 'That was the last one', text: 'The others were taken or ended in the meantime.' }
  if (countFilters(wish) > 0)
    return {
      title: 'No open bounty matches',
      text: (
        <>
          <Link href={boardLink(withoutFilters(wish))} className="link">
            Clear the filters
          </Link>
          {wish.near !== undefined && (
            <>
              , or{' '}
              <Link href="/board" className="link">
                see all open bounties
              </Link>
            </>
          )}
          .
        </>
      ),
    }
  if (wish.sort === 'nearest')
    return {
      title: 'No open bounty has a place on the map',
      text: (
        <>
          <Link href={boardLink(withNear(wish, undefined))} className="link">
            See all open bounties
          </Link>
          , or{' '}
          <Link href={`/bounties/new?place=${wish.near}`} className="link">
            commission a film there
          </Link>
          .
        </>
      ),
    }
  return {
    title: 'No open bounties right now',
    text: (
      <>
        New ones appear here as soon as they are posted: follow them with a{' '}
        <a href="/board/feed.xml" className="link">
          feed reader
        </a>
        . Need a place filmed?{' '}
        <Link href="/bounties/new" className="link">
          Post a bounty
        </Link>{' '}
        from {minUsdc} USDC.
      </>
    ),
  }
}
