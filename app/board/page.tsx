import type { Metadata } from 'next'
import Link from 'next/link'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { PosterWords } from '#components/bounty/poster-words'
import { Cairn } from '#components/ui/cairn'
import { UtcTime } from '#components/ui/utc-time'
import type { Env } from '#lib/adapters/env'
import { describeTimeLeft } from '#lib/domain/duration'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { webContext } from '#lib/http/context'
import { listBoard as operation } from '#lib/operations/list-board'
import { defaultLimit } from '#lib/schemas/board'
import type { BoardEntry } from '#lib/services/bounties/board-entry'
import { type ListBoardInput, listBoard } from '#lib/services/bounties/list-board'

export const metadata: Metadata = {
  title: 'Bounties',
  description: 'Places somebody pays to have filmed. The money is in escrow before you set out.',
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const orders = [
  { sort: 'newest', text: 'Newest' },
  { sort: 'ending_soonest', text: 'Ending soonest' },
] as const

export default async function BoardListPage({ searchParams }: Props) {
  await connection()
  const ctx = await webContext()
  const now = ctx.clock.now()
  const input = readInput(await searchParams, { now, env: ctx.env })
  const { entries, nextCursor } = await listBoard({ ctx, input })
  return (
    <div className="page pt-10 sm:pt-16">
      <h1 className="text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]">Bounties</h1>
      <p className="mt-4 max-w-[54ch] text-lg text-soft">
        Places somebody pays to have filmed. The money is in escrow before you set out, and goes straight to
        your wallet when your submission is accepted.
      </p>
      <p className="mt-4 text-sm">
        Handed something in? <a href="/board/submissions">See your films</a>. Is a place missing?{' '}
        <a href="/bounties">Have it filmed</a>.
      </p>
      {(entries.length > 0 || input.cursor) && <Orders input={input} />}
      {entries.length > 0 ? (
        <ul className="mt-6 border-t border-line">
          {entries.map((entry) => (
            <Entry key={entry.bountyId} entry={entry} env={ctx.env} now={now} />
          ))}
        </ul>
      ) : (
        <Empty input={input} env={ctx.env} />
      )}
      {(nextCursor || input.cursor) && (
        <nav aria-label="Pages" className="mt-8 flex flex-wrap gap-3">
          {nextCursor && (
            <Link href={pageLink(input, nextCursor)} className="button button-main" rel="next">
              Show more bounties
            </Link>
          )}
          {input.cursor && (
            <Link href={pageLink(input)} className="button">
              Back to the first
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

/** As programs ask; an address somebody mistyped shows the first page, which is what they came for. */
function readInput(given: Awaited<Props['searchParams']>, options: { now: Date; env: Env }): ListBoardInput {
  const query = Object.fromEntries(
    Object.entries(given).filter((member): member is [string, string] => typeof member[1] === 'string'),
  )
  const read = (asked: Record<string, string>) =>
    operation.parse({ params: {}, query: asked, body: undefined }, options)
  try {
    const input = read(query)
    // A cursor is of one order only.
    return input.cursor && input.cursor.sort !== input.sort ? { ...input, cursor: undefined } : input
  } catch (error) {
    if (error instanceof CairnError) return read({})
    throw error
  }
}

function pageLink(input: ListBoardInput, cursor?: string): string {
  const { sort, limit, network, minAmountUsdc } = input
  const query = new URLSearchParams({
    ...(sort === 'newest' ? {} : { sort }),
    ...(limit === defaultLimit ? {} : { limit: String(limit) }),
    ...(network === undefined ? {} : { network }),
    ...(minAmountUsdc === undefined ? {} : { min_amount_usdc: String(minAmountUsdc) }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString()
  return query === '' ? '/board' : `/board?${query}`
}

function Orders({ input }: { input: ListBoardInput }) {
  return (
    <nav aria-label="Order" className="mt-10">
      <ul className="-ml-3 flex flex-wrap">
        {orders.map(({ sort, text }) => (
          <li key={sort}>
            <Link
              href={pageLink({ ...input, sort })}
              aria-current={input.sort === sort ? 'true' : undefined}
              className="flex min-h-11 items-center px-3 text-sm text-soft underline-offset-8 hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Entry({ entry, env, now }: { entry: BoardEntry; env: Env; now: Date }) {
  const network = env.networks.find((candidate) => candidate.chainId === entry.chainId)
  const secondsLeft = Math.floor((entry.deadline.getTime() - now.getTime()) / 1_000)
  return (
    <li className="relative grid gap-x-12 gap-y-3 border-b border-line py-6 sm:grid-cols-[minmax(0,1fr)_15rem] sm:py-8">
      <div className="min-w-0">
        <h2 className="text-lg [overflow-wrap:anywhere]">
          <Link
            href={`/board/${entry.bountyId}`}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {entry.title}
          </Link>
        </h2>
        <p className="mt-1.5 line-clamp-2 max-w-[62ch] text-sm text-soft [overflow-wrap:anywhere]">
          {entry.brief}
        </p>
        <p className="mt-3 text-sm">
          <span className="text-soft">Poster so far:</span> <PosterWords record={entry.poster} />
        </p>
      </div>
      <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-2 text-sm sm:block">
        <dt className="sr-only">Reward</dt>
        <dd className="text-lg font-semibold tabular-nums">
          {formatUsdc(wholeUsdc(entry.amountUsdc))} USDC
          <span className="ml-1.5 text-sm font-normal whitespace-nowrap text-soft">
            on {network?.name ?? entry.chainId}
          </span>
        </dd>
        <dt className="sr-only">Deadline</dt>
        <dd className="sm:mt-2">
          {describeTimeLeft(secondsLeft)} left
          <span className="block text-xs text-soft">
            until <UtcTime iso={entry.deadline.toISOString()} />
          </span>
        </dd>
      </dl>
    </li>
  )
}

function Empty({ input, env }: { input: ListBoardInput; env: Env }) {
  const { title, text } = emptyWords(input, env)
  return (
    <div className="mt-10 grid items-center gap-x-16 gap-y-8 border-y border-line py-12 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Cairn className="w-40 sm:w-full" stones={[{ state: 'open' }, { state: 'open' }, { state: 'set' }]} />
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-3 max-w-[54ch] text-soft">{text}</p>
      </div>
    </div>
  )
}

function emptyWords(input: ListBoardInput, env: Env): { title: string; text: ReactNode } {
  if (input.cursor)
    return {
      title: 'That was the last one',
      text: 'The others were taken or ran out in the meantime.',
    }
  if (input.network !== undefined || input.minAmountUsdc !== undefined)
    return {
      title: 'No open bounty matches',
      text: (
        <>
          Look at <a href="/board">all of them</a>.
        </>
      ),
    }
  return {
    title: 'Nothing is wanted just now',
    text: (
      <>
        Bounties come and go; look in again later. Do you need a place filmed?{' '}
        <a href="/bounties/new">Post a bounty</a>, from {env.bounty.minUsdc} USDC; software does it with one
        paid request to <code className="text-sm whitespace-nowrap">POST /api/v1/bounties</code>.
      </>
    ),
  }
}
