import type { Metadata } from 'next'
import Link from 'next/link'
import { BoardCard } from '#components/board/board-card'
import { BoardEmpty } from '#components/board/board-empty'
import { BoardFilters } from '#components/board/board-filters'
import { BoardMap } from '#components/board/board-map'
import { BountiesNav } from '#components/bounty/bounties-nav'
import type { Env } from '#lib/adapters/env'
import { type BoardWish, boardLink, isNarrowed } from '#lib/client/board-url'
import { CairnError } from '#lib/domain/errors'
import { webContext } from '#lib/http/context'
import { listBoard as operation } from '#lib/operations/list-board'
import { defaultLimit } from '#lib/schemas/board'
import { type ListBoardInput, listBoard } from '#lib/services/bounties/list-board'
import { cardFacts } from './card-facts.ts'

export const metadata: Metadata = {
  title: 'Bounties',
  description: 'Places somebody pays to have filmed. The money is in escrow before you set out.',
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
    // A map shows more of them unless told.
    limit: given.limit === undefined ? defaultLimit : input.limit,
    view: given.view === 'map' ? 'map' : 'list',
  }
  const { entries, nextCursor } = await listBoard({ ctx, input })
  const facts = entries.map((entry) => cardFacts({ entry, env, now }))
  const isPlainAndEmpty = facts.length === 0 && !isNarrowed(wish) && wish.near === undefined
  return (
    <div className="page pt-6 sm:pt-8">
      <BountiesNav current="/board" />
      <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Bounties</h1>
      <p className="mt-4 max-w-[54ch] text-lg text-soft">
        Places somebody pays to have filmed. The money is in escrow before you set out, and goes straight to
        your wallet when your submission is accepted.
      </p>
      {(!isPlainAndEmpty || input.cursor) && <BoardFilters wish={wish} networks={namesOf(env)} />}
      {facts.length === 0 ? (
        <BoardEmpty wish={wish} hasCursor={input.cursor !== undefined} minUsdc={env.bounty.minUsdc} />
      ) : wish.view === 'map' ? (
        <BoardMap entries={facts} wish={wish} styleUrl={ctx.env.map.styleUrl} />
      ) : (
        <ul className="mt-6 border-t border-line">
          {facts.map((each) => (
            <li key={each.bountyId} className="relative border-b border-line py-6 sm:py-8">
              <BoardCard facts={each} near={wish.near} />
            </li>
          ))}
        </ul>
      )}
      {(nextCursor || input.cursor) && (
        <nav aria-label="Pages" className="mt-8 flex flex-wrap gap-3">
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
      <p className="mt-10 text-sm text-soft">
        Follow new bounties with a <a href="/board/feed.xml">feed reader</a>, or by{' '}
        <code className="text-xs">GET /api/board/bounties</code>.
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

/** As programs ask; an address somebody mistyped shows the first page, which is what they came for. */
function readInput(query: Record<string, string>, options: { now: Date; env: Env }): ListBoardInput {
  const read = (asked: Record<string, string>) =>
    operation.parse({ params: {}, query: asked, headers: {}, body: undefined }, options)
  try {
    const input = read(query.view === 'map' ? { limit: shownOnMap, ...query } : query)
    if (input.sort === 'nearest' && input.near === undefined) return { ...input, sort: 'newest' }
    const { cursor, sort, near } = input
    // A cursor is of one order only.
    const isOther = cursor && (cursor.sort !== sort || (sort === 'nearest' && cursor.near !== near))
    return isOther ? { ...input, cursor: undefined } : input
  } catch (error) {
    if (error instanceof CairnError) return read({})
    throw error
  }
}

function namesOf(env: Env) {
  return env.networks.map(({ id, name }) => ({ id, name }))
}
