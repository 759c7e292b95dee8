import Link from 'next/link'
import type { ReactNode } from 'react'
import { Cairn } from '#components/ui/cairn'
import { type BoardWish, boardLink, isNarrowed, withNear, withoutFilters } from '#lib/client/board-url'

type Props = { wish: BoardWish; hasCursor: boolean; minUsdc: number }

/** Why nothing is listed, and what can be done about it. */
export function BoardEmpty(props: Props) {
  const { title, text } = wordsOf(props)
  return (
    <div className="mt-8 grid items-center gap-x-16 gap-y-8 border-y border-line py-12 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Cairn className="w-40 sm:w-full" stones={[{ state: 'open' }, { state: 'open' }, { state: 'set' }]} />
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-3 max-w-[54ch] text-soft">{text}</p>
      </div>
    </div>
  )
}

function wordsOf({ wish, hasCursor, minUsdc }: Props): { title: string; text: ReactNode } {
  if (hasCursor)
    return { title: 'That was the last one', text: 'The others were taken or ran out in the meantime.' }
  if (isNarrowed(wish))
    return {
      title: 'No open bounty matches',
      text: (
        <>
          <Link href={boardLink(withoutFilters(wish))} className="underline underline-offset-4">
            Clear the filters
          </Link>
          , or{' '}
          <Link href="/board" className="underline underline-offset-4">
            look at all of them
          </Link>
          .
        </>
      ),
    }
  if (wish.sort === 'nearest')
    return {
      title: 'No open bounty names a place',
      text: (
        <>
          <Link href={boardLink(withNear(wish, undefined))} className="underline underline-offset-4">
            Look at all of them
          </Link>
          , or{' '}
          <Link href={`/bounties/new?place=${wish.near}`} className="underline underline-offset-4">
            have something filmed near {wish.near}
          </Link>
          .
        </>
      ),
    }
  return {
    title: 'Nothing is wanted just now',
    text: (
      <>
        Bounties come and go; look in again later. Do you need a place filmed?{' '}
        <Link href="/bounties/new" className="underline underline-offset-4">
          Post a bounty
        </Link>
        , from {minUsdc}.00 USDC; software does it with one paid request to{' '}
        <code className="text-sm whitespace-nowrap">POST /api/v1/bounties</code>.
      </>
    ),
  }
}
