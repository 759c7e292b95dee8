import type { Metadata } from 'next'
import Link from 'next/link'
import { BoardEmpty } from '#components/board/board-empty'
import { BoardPlaces } from '#components/board/board-places'
import { BoardSearch } from '#components/board/board-search'
import { FilmNav } from '#components/board/film-nav'
import type { Env } from '#lib/adapters/env'
import { type BoardWish, boardLink, countFilters } from '#lib/client/board-url'
import { defaultLimit } from '#lib/domain/bounty/board-limits'
import { CairnError } from '#lib/domain/errors'
import { counted } from '#lib/domain/text/counted'
import { webContext } from '#lib/http/api/context'
import { listBoard as operation } from '#lib/operations/board'
import { type ListBoardInput, listBoard } from '#lib/services/bounties/list-board'
import { getStreetBounds } from '#lib/services/places/get-street-bounds'
import { nameCell } from '#lib/services/places/name-cell'
import { PausedForContributors } from '../paused.tsx'
import { cardFacts } from './card-facts.ts'

export const metadata: Metadata = {
  title: 'Open bounties',
  description: 'Places that people pay to have filmed. The pay is in escrow before you set out.',
  alternates: { types: { 'application/atom+xml': [{ url: '/board/feed.xml', title: 'Open bounties' }] } },
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function BoardListPage({ searchParams }: Props) {
  const ctx = await webContext()
  const { env } = ctx
  const now = ctx.clock.now()
  const given = onlyTexts(await searchParams)
  const input = readInput(given, { now, env })
  const wish: BoardWish = {
    ...input,
    // Without a limit in the link, a map has more bounties than a list.
    limit: given.limit === undefined ? defaultLimit : input.limit,
    view: given.view === 'map' ? 'map' : 'list',
  }
  const { entries, nextCursor } = await listBoard({ ctx, input })
  const nameOf = async (geohash: string | null | undefined) =>
    geohash ? nameCell({ ctx, input: { geohash } }) : undefined
  const [streets, nearName, ...placeNames] = await Promise.all([
    getStreetBounds({ ctx }),
    ...[wish.near, ...entries.map(({ geohash }) => geohash)].map(nameOf),
  ])
  const facts = entries.map((entry, order) => cardFacts({ entry, placeName: placeNames[order], now }))
  const isPlainAndEmpty = facts.length === 0 && countFilters(wish) === 0 && wish.near === undefined
  return (
    <div className="page pt-4 sm:pt-6">
      <FilmNav current="/board" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h1 className="text-2xl">Open bounties</h1>
        <p className="text-soft max-sm:sr-only">
          The pay is in escrow before you set out, and goes to your wallet when your film is accepted.
        </p>
      </div>
      <PausedForContributors className="mt-3" />
      {(!isPlainAndEmpty || input.cursor) && (
        <div className="mt-3 sm:mt-5">
          <BoardSearch
            wish={wish}
            nearName={nearName}
            networks={namesOf(env)}
            found={foundText(facts.length, nextCursor !== null)}
          />
        </div>
      )}
      {facts.length === 0 ? (
        <BoardEmpty wish={wish} hasCursor={input.cursor !== undefined} minUsdc={env.bounty.minUsdc} />
      ) : (
        <BoardPlaces entries={facts} wish={wish} styleUrl={env.map.styleUrl} streets={streets} />
      )}
      {(nextCursor || input.cursor) && (
        <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3">
          {nextCursor && (
            <Link href={boardLink(wish, nextCursor)} className="button button-main" rel="next">
              Show more bounties
            </Link>
          )}
          {input.cursor && (
            <Link href={boardLink(wish)} className="button">
              Back to the first
            </Link>
          )}
        </nav>
      )}
      <p className="mt-8 text-sm text-soft">
        New bounties are also in a <a href="/board/feed.xml">feed</a> and in{' '}
        <Link href="/docs/reference/listBoard" className="link">
          our API
        </Link>
        . What may be filmed is in{' '}
        <Link href="/rules" className="link">
          the rules
        </Link>
        .
      </p>
    </div>
  )
}

const shownOnMap = '100'

function onlyTexts(given: Awaited<Props['searchParams']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter((member): member is [string, string] => typeof member[1] === 'string'),
  )
}

/** The query as the API reads it. For an invalid address, the first page is shown. */
function readInput(query: Record<string, string>, options: { now: Date; env: Env }): ListBoardInput {
  const read = (asked: Record<string, string>) =>
    operation.parse({ params: {}, query: asked, headers: {}, body: undefined }, options)
  try {
    const input = read(query.view === 'map' ? { limit: shownOnMap, ...query } : query)
    if (input.sort === 'nearest' && input.near === undefined) return { ...input, sort: 'newest' }
    const { cursor, sort, near } = input
    // A cursor is valid for one order only.
    const isOther = cursor && (cursor.sort !== sort || (sort === 'nearest' && cursor.near !== near))
    return isOther ? { ...input, cursor: undefined } : input
  } catch (error) {
    if (error instanceof CairnError) return read({})
    throw error
  }
}

function foundText(count: number, hasMore: boolean): string {
  if (count === 0) return 'No bounties'
  return `${counted(count, 'bounty', 'bounties')}${hasMore ? ', and more on the next page' : ''}`
}

function namesOf(env: Env) {
  return env.networks.map(({ id, name }) => ({ id, name }))
}
