import './home.css'
import Link from 'next/link'
import { BoardCard, type BoardCardFacts } from '#components/board/board-card'
import { StillMap } from '#components/map/still-map'
import { HomeLive } from '#components/site/home-live'
import { HomeSearch } from '#components/site/home-search'
import { MainTasks } from '#components/site/main-tasks'
import { TwoPhotos } from '#components/site/two-photos'
import { CodeBlock } from '#components/ui/code-block'
import { Moment } from '#components/ui/moment'
import type { Env } from '#lib/adapters/env'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { counted } from '#lib/domain/text/counted'
import { webContext } from '#lib/http/api/context'
import { getObservation, queryObservations } from '#lib/operations/observations'
import { fixedPriceAtomic } from '#lib/operations/price'
import { getLatestTree } from '#lib/services/anchors/get-latest-tree'
import { listBoard } from '#lib/services/bounties/list-board'
import { listCoverage } from '#lib/services/observations/list-coverage'
import { nameCell } from '#lib/services/places/name-cell'
import { pictureWorld } from '#lib/services/places/picture-world'
import { chargedText } from '../components/explore/words.ts'
import { curlExample, payExample, quoteExample } from '../components/site/examples.ts'
import { cardFacts } from './board/card-facts.ts'
import { Paused } from './paused.tsx'

/** Fills two rows of two columns. In a window with three columns, the fourth card is hidden. */
const shownBounties = 4

const forPrograms = [
  { href: '/docs', text: 'API documentation' },
  { href: '/docs/agents', text: 'MCP tools for agents' },
  { href: '/openapi.json', text: 'OpenAPI' },
] as const

type LatestTree = Awaited<ReturnType<typeof getLatestTree>>

export default async function HomePage() {
  const ctx = await webContext()
  const { env } = ctx
  const [latest, board, coverage] = await Promise.all([
    getLatestTree({ ctx }),
    listBoard({ ctx, input: { sort: 'newest', limit: shownBounties } }),
    listCoverage({ ctx, input: {} }),
  ])
  const names = await Promise.all(
    board.entries.map(({ geohash }) => (geohash ? nameCell({ ctx, input: { geohash } }) : undefined)),
  )
  const now = ctx.clock.now()
  const bounties = board.entries.map((entry, index) => cardFacts({ entry, placeName: names[index], now }))
  const whole = (usdc: number) => readableUsdc(wholeUsdc(usdc))
  return (
    <>
      <Paused className="page py-3" />
      <Hero cells={coverage.cells} latest={latest} price={priceOf(queryObservations, env)} />
      <div className="page">
        <div className="pt-8 sm:pt-10">
          <MainTasks bounty={`${whole(env.bounty.minUsdc)}–${whole(env.bounty.maxUsdc)} USDC, you choose`} />
        </div>
        <Bounties facts={bounties} />
        <Proof latest={latest} />
        <QueryExample env={env} />
      </div>
    </>
  )
}

function priceOf(operation: Parameters<typeof fixedPriceAtomic>[0], env: Env): string {
  return `${readableUsdc(fixedPriceAtomic(operation, env))} USDC`
}

/** The world with its captures, and a sentence about the service. */
function Hero({ cells, latest, price }: { cells: readonly string[]; latest: LatestTree; price: string }) {
  return (
    <section
      aria-labelledby="hero-title"
      className="hero dark-room relative isolate overflow-hidden bg-map-water text-ink"
    >
      <StillMap shows={pictureWorld(cells)} className="hero-map absolute inset-0 -z-10" />
      <div className="page flex min-h-[min(44rem,calc(100dvh-9rem))] items-end pt-[var(--hero-top)] pb-6 lg:items-center lg:py-14">
        <div className="panel w-full max-w-[31rem] p-5 sm:p-7">
          <h1 id="hero-title" className="text-2xl">
            <span className="block">Real places.</span> Proof that nothing was changed.
          </h1>
          <p className="mt-3 mb-5 text-soft">
            See whether a photo or film is an exact copy of one on record, look up what was recorded where, or
            pay somebody to film a place.
          </p>
          <HomeSearch />
          <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <Link href="/explore" prefetch={false} className="button button-accent">
              Open the map
            </Link>
            <Link href="/verify" className="button">
              Check a file
            </Link>
            <span className="text-soft">
              Looking and checking are free. The records of an area (claimed place, time and proof, without
              the files) cost <span className="whitespace-nowrap">{price}</span> per search.
            </span>
          </p>
        </div>
      </div>
      <div className="absolute top-4 right-4 left-4 flex justify-center lg:top-auto lg:bottom-4 lg:justify-end">
        <HomeLive
          newest={
            latest?.attestedAt
              ? { leafCount: latest.leafCount, anchoredAt: latest.attestedAt.toISOString() }
              : undefined
          }
        />
      </div>
    </section>
  )
}

function Bounties({ facts }: { facts: readonly BoardCardFacts[] }) {
  return (
    <section aria-labelledby="open-title" className="pt-16">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="open-title" className="text-xl">
          Places people pay to see
        </h2>
        <Link
          href="/board"
          prefetch={false}
          className="link inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11"
        >
          See all open bounties
        </Link>
      </div>
      {facts.length > 0 ? (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map((each) => (
            <li key={each.bountyId} className="min-w-0 nth-[4]:hidden sm:nth-[4]:block lg:nth-[4]:hidden">
              <BoardCard facts={each} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-soft">No open bounties right now.</p>
      )}
      <p className="mt-4 text-sm text-soft">
        The money of each one is in escrow already. See{' '}
        <Link href="/solvency" prefetch={false} className="link">
          proof of funds
        </Link>
        .
      </p>
    </section>
  )
}

function Proof({ latest }: { latest: LatestTree }) {
  return (
    <section
      aria-labelledby="proof-title"
      className="grid items-center gap-x-14 gap-y-8 pt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]"
    >
      <div>
        <h2 id="proof-title" className="text-xl">
          Which one was changed?
        </h2>
        <p className="mt-3 max-w-[54ch] text-soft">
          You cannot tell by looking. A proof can: every file has a fingerprint, and the fingerprints are
          recorded on a public blockchain. If one pixel changes, the file no longer fits its record. Nobody
          can rewrite the record later, not even we.
        </p>
        <p className="mt-3 max-w-[54ch] text-soft">
          A proof says that a file has not changed since it was recorded. It does not say that what it shows
          is true.
        </p>
        <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <Link href="/verify" prefetch={false} className="button">
            Check a file of yours
          </Link>
          {latest?.attestedAt && (
            <span className="text-soft">
              Newest: {counted(latest.leafCount, 'record', 'records')},{' '}
              <Moment iso={latest.attestedAt.toISOString()} show="relative" />.{' '}
              <Link href={`/trees/${latest.treeId}`} className="link" prefetch={false}>
                Look inside
              </Link>
            </span>
          )}
        </p>
      </div>
      <TwoPhotos />
    </section>
  )
}

function QueryExample({ env }: { env: Env }) {
  const facts = {
    baseUrl: env.baseUrl,
    accepts: env.networks.map((network) => ({
      network: network.id,
      amountAtomic: fixedPriceAtomic(queryObservations, env).toString(),
      asset: network.usdc.address,
      payTo: network.payTo,
    })),
  }
  const networks = env.networks.map((network) => network.name).join(' or ')
  return (
    <section id="query" aria-labelledby="query-title" className="pt-20">
      <h2 id="query-title" className="text-xl">
        For programs
      </h2>
      <p className="mt-3 max-w-[62ch] text-soft">
        Programs and agents ask by area and time. No account, no key: a request without payment is answered
        with the price, {priceOf(queryObservations, env)} for a query and {priceOf(getObservation, env)} for
        one observation, on {networks}. {chargedText}
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6 text-sm">
        {forPrograms.map(({ href, text }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              className="link inline-flex min-h-9 items-center pointer-coarse:min-h-11"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <details className="group mt-5">
        <summary className="button list-none">Show the code</summary>
        <div className="mt-5 grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
          <CodeBlock label="Ask for the price" code={curlExample(facts)} />
          <CodeBlock label="The answer" code={quoteExample(facts)} copyable={false} />
          <div className="min-w-0 lg:col-span-2">
            <CodeBlock label="Pay and read the result, in TypeScript" code={payExample(facts)} />
          </div>
        </div>
      </details>
    </section>
  )
}
