import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { BoardState } from '#components/bounty/board-state'
import { BountyTitle } from '#components/bounty/bounty-title'
import { PosterWords } from '#components/bounty/poster-words'
import { Contribute } from '#components/contribute/lazy'
import { PlaceWords } from '#components/place/place-words'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import type { Env, NetworkConfig } from '#lib/adapters/env'
import { nearCharacters } from '#lib/client/board-url'
import { isEscrowed } from '#lib/domain/bounty'
import { wordsOf } from '#lib/domain/bounty-place'
import { describeTimeLeft } from '#lib/domain/duration'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { webContext } from '#lib/http/context'
import type { BoardEntry } from '#lib/services/bounties/board-entry'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'
import { walletSettings } from '../../wallet-settings.ts'

type Props = { params: Promise<{ bounty_id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const entry = await findEntry((await params).bounty_id)
  return { title: entry ? `${entry.title} · Bounty ${entry.onchainId}` : 'Bounty' }
}

export default async function BoardPage({ params }: Props) {
  const entry = await findEntry((await params).bounty_id)
  if (!entry) notFound()
  const ctx = await webContext()
  const network = ctx.env.networks.find((candidate) => candidate.chainId === entry.chainId)
  const secondsLeft = Math.floor((entry.deadline.getTime() - ctx.clock.now().getTime()) / 1_000)
  const takesFilms = entry.state === 'open' && !entry.isOver
  return (
    <article className="page pt-10 sm:pt-16">
      <p className="text-sm text-soft">
        <Link href="/board" className="underline underline-offset-4 hover:text-ink">
          Open bounties
        </Link>{' '}
        · Bounty {entry.onchainId} on {network?.name ?? `chain ${entry.chainId}`}
      </p>
      <div className="mt-2">
        <BountyTitle title={entry.title} />
      </div>
      <div className="mt-10 grid items-start gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-y-0">
        <Reward
          entry={entry}
          networkName={network?.name ?? `chain ${entry.chainId}`}
          timeLeft={takesFilms ? describeTimeLeft(secondsLeft) : undefined}
        />
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <h2 className="text-lg">What is wanted</h2>
          <p className="mt-3 max-w-[62ch] whitespace-pre-line [overflow-wrap:anywhere]">
            {wordsOf(entry.brief)}
          </p>
          {entry.geohash && (
            <p className="mt-5 text-sm">
              <span className="text-soft">Where: cell</span> <PlaceWords geohash={entry.geohash} /> ·{' '}
              <Link
                href={`/board?view=map&near=${entry.geohash.slice(0, nearCharacters)}`}
                className="underline underline-offset-4"
              >
                See it on the map
              </Link>
            </p>
          )}
          <section aria-labelledby="film" className="mt-12 border-t border-line pt-8">
            <h2 id="film" className="text-lg">
              {takesFilms ? 'Film it' : 'Your films'}
            </h2>
            <div className="mt-4">
              <Contribute
                bountyId={entry.bountyId}
                takesFilms={takesFilms}
                wallet={walletSettings(ctx.env, 'contributor')}
              />
            </div>
          </section>
        </div>
        <aside aria-label="Terms" className="min-w-0 lg:mt-6">
          <dl className="grid gap-y-4 border-y border-line py-6 text-sm">
            <Fact name="Deadline">
              <UtcTime iso={entry.deadline.toISOString()} />
            </Fact>
            <Fact name="Poster so far">
              <span className="inline-block first-letter:uppercase">
                <PosterWords record={entry.poster} />
              </span>
            </Fact>
            <Fact name="Network">
              {network?.name ?? 'Chain'} ({entry.chainId})
            </Fact>
            <Fact name="Number in the escrow contract">
              {entry.onchainId} <Explorer env={ctx.env} network={network} entry={entry} />
            </Fact>
            {network && (
              <Fact name="Escrow contract">
                <Hash value={entry.escrow} label="the escrow contract" />
              </Fact>
            )}
          </dl>
          {network && entry.numberIsFinal && (
            <p className="mt-5 text-sm text-soft">
              {isEscrowed(entry.state) ? (
                <>
                  The money is in a contract, not with us:{' '}
                  <a href={refundLink(ctx.env, network, entry)}>see it there</a>. Should we fall silent,
                  anyone can send it back from that page some days after the deadline.
                </>
              ) : (
                <>
                  The money was in a contract, not with us:{' '}
                  <a href={refundLink(ctx.env, network, entry)}>see where it went</a>.
                </>
              )}
            </p>
          )}
        </aside>
      </div>
    </article>
  )
}

/** Read before anything else, on a narrow screen too. */
function Reward(props: { entry: BoardEntry; networkName: string; timeLeft: string | undefined }) {
  const { entry, networkName, timeLeft } = props
  return (
    <aside aria-label="Reward and state" className="min-w-0 lg:col-start-2">
      <p className="flex flex-wrap items-baseline gap-x-2.5 border-t border-line pt-6">
        <span className="text-[2.4rem] leading-none font-semibold tracking-tight tabular-nums">
          {formatUsdc(wholeUsdc(entry.amountUsdc))}
        </span>
        <span className="text-lg text-soft">USDC on {networkName}</span>
        {timeLeft !== undefined && <span className="mt-2 basis-full text-sm">{timeLeft} left</span>}
      </p>
      <div className="mt-6 border-t border-line pt-6">
        <BoardState state={entry.state} isOver={entry.isOver} />
      </div>
    </aside>
  )
}

/** Once a request, for the page and its title. */
const findEntry = cache(async (bountyId: string): Promise<BoardEntry | undefined> => {
  try {
    return await getBoardEntry({ ctx: await webContext(), input: { bountyId } })
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_found') return undefined
    throw error
  }
})

/** A local chain has no public explorer. */
function Explorer(props: { env: Env; network: NetworkConfig | undefined; entry: BoardEntry }) {
  const { env, network, entry } = props
  if (!network || !entry.createTx || env.mode === 'sandbox') return null
  return <a href={`${network.explorerUrl}/tx/${entry.createTx}`}>as posted</a>
}

/** Where the reader's browser reads the bounty from the chain. Our own endpoints may hold a key: only public ones are told. */
function refundLink(env: Env, network: NetworkConfig, entry: BoardEntry): string {
  const publicUrl = env.mode === 'sandbox' ? network.rpcUrls[0] : undefined
  const rpc = publicUrl ?? (network.chainId === env.anchor.chainId ? env.anchor.publicRpcUrl : undefined)
  const facts = new URLSearchParams({
    chain: String(network.chainId),
    escrow: entry.escrow,
    id: String(entry.onchainId),
    ...(rpc === undefined ? {} : { rpc }),
  })
  return `/refund.html#${facts}`
}
