import Link from 'next/link'
import { Doors } from '#components/site/doors'
import { HeroCairn } from '#components/site/hero-cairn'
import { CodeBlock } from '#components/ui/code-block'
import { UtcTime } from '#components/ui/utc-time'
import type { Env } from '#lib/adapters/env'
import { describeTimeLeft } from '#lib/domain/duration'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { webContext } from '#lib/http/context'
import { getLatestTree } from '#lib/services/anchors/get-latest-tree'
import { listBoard } from '#lib/services/bounties/list-board'
import { curlExample, payExample, quoteExample } from '../components/site/examples.ts'

const shownBounties = 3

export default async function HomePage() {
  const ctx = await webContext()
  const { env } = ctx
  const [latest, board] = await Promise.all([
    getLatestTree({ ctx }),
    listBoard({ ctx, input: { sort: 'newest', limit: shownBounties } }),
  ])
  const whole = (usdc: number) => formatUsdc(wholeUsdc(usdc))
  return (
    <div className="page">
      <section className="grid items-center gap-x-16 gap-y-10 pt-10 pb-16 sm:pt-16 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div>
          <h1 className="text-2xl">Captures of real places, set in stone.</h1>
          <p className="mt-5 max-w-[54ch] text-lg text-soft">
            Photographs and videos are hashed, gathered in trees, and attested on a public chain. Anyone can
            check a file for nothing. People and software look captures up by area and time, and pay per call.
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <Link href="/verify" className="button button-main">
              Verify a file
            </Link>
            <Link href="/explore" className="button" prefetch={false}>
              Look up a place
            </Link>
          </p>
        </div>
        <HeroCairn />
      </section>
      <Doors
        prices={{
          query: formatUsdc(env.price.spatialQueryAtomic),
          bounty: { min: whole(env.bounty.minUsdc), max: whole(env.bounty.maxUsdc) },
        }}
      />
      <div className="grid gap-x-16 gap-y-14 pt-20 md:grid-cols-2">
        <Trees latest={latest} />
        <Open env={env} entries={board.entries} now={ctx.clock.now()} />
      </div>
      <QueryExample env={env} />
    </div>
  )
}

function QueryExample({ env }: { env: Env }) {
  const facts = {
    baseUrl: env.baseUrl,
    accepts: env.networks.map((network) => ({
      network: network.id,
      amountAtomic: env.price.spatialQueryAtomic.toString(),
      asset: network.usdc.address,
      payTo: network.payTo,
    })),
  }
  const networks = env.networks.map((network) => network.name).join(' or ')
  return (
    <section id="query" aria-labelledby="query-title" className="pt-20">
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <h2 id="query-title" className="text-xl">
            Ask first, pay when you like the price
          </h2>
          <p className="mt-3 mb-6 max-w-[62ch] text-soft">
            No account and no key. A request without payment is answered with the price:{' '}
            <Price amountAtomic={env.price.spatialQueryAtomic} /> for a query,{' '}
            <Price amountAtomic={env.price.observationAtomic} /> for one observation, on {networks}. Only an
            answer that succeeds is charged, and the network fee is ours.{' '}
            <Link
              href="/docs"
              prefetch={false}
              className="whitespace-nowrap text-link underline underline-offset-[0.18em]"
            >
              Read the docs
            </Link>
          </p>
          <CodeBlock label="Ask the price" code={curlExample(facts)} />
        </div>
        <CodeBlock label="What comes back" code={quoteExample(facts)} copyable={false} />
        <div className="min-w-0 lg:col-span-2">
          <CodeBlock label="Pay and read the answer, in TypeScript" code={payExample(facts)} />
        </div>
      </div>
      <p className="mt-6">
        <Link href="/explore?circle=48.8584,2.2945,800" prefetch={false} className="button">
          Open this query on the map
        </Link>
      </p>
      <p className="mt-5 max-w-[62ch] text-sm text-soft">
        Answers name a place by its six-character geohash cell, about 1.2 by 0.6 km at the equator, and a time
        to the second. Nothing finer is kept, so nothing finer can leak.
      </p>
    </section>
  )
}

function Price({ amountAtomic }: { amountAtomic: bigint }) {
  return <strong className="font-semibold whitespace-nowrap text-ink">{formatUsdc(amountAtomic)} USDC</strong>
}

function Trees({ latest }: { latest: Awaited<ReturnType<typeof getLatestTree>> }) {
  return (
    <section aria-labelledby="trees-title">
      <h2 id="trees-title" className="text-xl">
        A record that cannot be rewritten quietly
      </h2>
      <p className="mt-3 max-w-[54ch] text-soft">
        Each tree names the root of the one before it, so none can be slipped in or taken out later. The trees
        show hashes only: no places, no times, no files.
      </p>
      {latest?.attestedAt ? (
        <>
          <p className="mt-4 text-sm">
            Newest: tree {latest.treeId} with {latest.leafCount}{' '}
            {latest.leafCount === 1 ? 'capture' : 'captures'}, attested{' '}
            <UtcTime iso={latest.attestedAt.toISOString()} />.
          </p>
          <p className="mt-4">
            <Link href={`/trees/${latest.treeId}`} className="button" prefetch={false}>
              Look into tree {latest.treeId}
            </Link>
          </p>
        </>
      ) : (
        <p className="mt-4 text-sm">No tree is anchored yet. The first follows the first captures.</p>
      )}
    </section>
  )
}

type Entries = Awaited<ReturnType<typeof listBoard>>['entries']

function Open({ env, entries, now }: { env: Env; entries: Entries; now: Date }) {
  return (
    <section aria-labelledby="open-title">
      <h2 id="open-title" className="text-xl">
        Waiting to be filmed
      </h2>
      <p className="mt-3 max-w-[54ch] text-soft">
        What is open now. The money of each is in escrow already, where{' '}
        <Link href="/solvency" prefetch={false} className="text-link underline underline-offset-[0.18em]">
          anyone can count it
        </Link>
        .
      </p>
      {entries.length > 0 ? (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <li key={entry.bountyId}>
              <Link
                href={`/board/${entry.bountyId}`}
                prefetch={false}
                className="group flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3"
              >
                <span className="min-w-0 font-medium break-words underline-offset-4 group-hover:underline">
                  {entry.title}
                </span>
                <span className="text-sm text-soft">
                  {formatUsdc(wholeUsdc(entry.amountUsdc))} USDC on {nameOf(env, entry.chainId)},{' '}
                  {describeTimeLeft((entry.deadline.getTime() - now.getTime()) / 1_000)} left
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-sm">No bounty is open at this moment.</p>
      )}
      <p className="mt-4">
        <Link href="/board" className="button" prefetch={false}>
          See all open bounties
        </Link>
      </p>
    </section>
  )
}

function nameOf(env: Env, chainId: number): string {
  return env.networks.find((network) => network.chainId === chainId)?.name ?? `chain ${chainId}`
}
