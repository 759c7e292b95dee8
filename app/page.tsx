import Link from 'next/link'
import { connection } from 'next/server'
import { HeroCairn } from '#components/site/hero-cairn'
import { CodeBlock } from '#components/ui/code-block'
import { UtcTime } from '#components/ui/utc-time'
import type { Env } from '#lib/adapters/env'
import { formatUsdc } from '#lib/domain/money'
import { webContext } from '#lib/http/context'
import { getLatestTree } from '#lib/services/anchors/get-latest-tree'
import { curlExample, payExample, quoteExample } from '../components/site/examples.ts'

export default async function HomePage() {
  await connection()
  const ctx = await webContext()
  const latest = await getLatestTree({ ctx })
  return (
    <div className="page">
      <section className="grid items-center gap-x-16 gap-y-10 pt-10 pb-16 sm:pt-16 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div>
          <h1 className="text-2xl">Captures of real places, set in stone.</h1>
          <p className="mt-5 max-w-[54ch] text-lg text-soft">
            Photographs and videos are hashed, gathered in trees, and attested on a public chain. Anyone can
            check a file for nothing. Software looks captures up by area and time, and pays per call.
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <Link href="/verify" className="button button-main">
              Verify a file
            </Link>
            <a href="#query" className="button">
              Query by area and time
            </a>
          </p>
        </div>
        <HeroCairn />
      </section>
      <Doors env={ctx.env} latestTreeId={latest?.treeId} />
      <QueryExample env={ctx.env} />
      <Trees latest={latest} />
    </div>
  )
}

function Doors({ env, latestTreeId }: { env: Env; latestTreeId: number | undefined }) {
  const doors = [
    {
      href: '/verify',
      title: 'Verify a file',
      text: 'Drop it in your browser. It stays on your device; only its fingerprint is looked up, and the proof is recomputed before your eyes.',
      note: 'Free',
    },
    {
      href: '#query',
      title: 'Query by area and time',
      text: 'Send an area and a window of time. You get the captures in it, newest first, each with its anchor on the chain.',
      note: `${formatUsdc(env.price.spatialQueryAtomic)} USDC a query`,
    },
    {
      href: latestTreeId === undefined ? '#trees' : `/trees/${latestTreeId}`,
      title: 'Look into a tree',
      text: 'Every anchor is a tree of hashes whose root is on the chain. Recompute one, leaf by leaf, from the public record.',
      note: 'Free',
    },
  ]
  return (
    <ul className="grid border-y border-line md:grid-cols-3 md:divide-x md:divide-line max-md:divide-y max-md:divide-line">
      {doors.map((door) => (
        <li key={door.title} className="md:px-7 md:first:pl-0 md:last:pr-0">
          <Link href={door.href} className="group block h-full py-6 md:py-8">
            <h2 className="text-lg underline-offset-4 group-hover:underline">{door.title}</h2>
            <p className="mt-2 text-sm text-soft">{door.text}</p>
            <p className="mt-3 text-sm font-medium">{door.note}</p>
          </Link>
        </li>
      ))}
    </ul>
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
            answer that succeeds is charged, and the network fee is ours.
          </p>
          <CodeBlock label="Ask the price" code={curlExample(facts)} />
        </div>
        <CodeBlock label="What comes back" code={quoteExample(facts)} copyable={false} />
        <div className="min-w-0 lg:col-span-2">
          <CodeBlock label="Pay and read the answer, in TypeScript" code={payExample(facts)} />
        </div>
      </div>
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
    <section id="trees" aria-labelledby="trees-title" className="pt-20">
      <h2 id="trees-title" className="text-xl">
        A record that cannot be rewritten quietly
      </h2>
      <p className="mt-3 max-w-[62ch] text-soft">
        Each tree names the root of the one before it, so none can be slipped in or taken out later. The trees
        show hashes only: no places, no times, no files.
      </p>
      {latest?.attestedAt ? (
        <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Link href={`/trees/${latest.treeId}`} className="button">
            Open tree {latest.treeId}, the newest
          </Link>
          <span className="text-sm text-soft">
            attested <UtcTime iso={latest.attestedAt.toISOString()} />
          </span>
        </p>
      ) : (
        <p className="mt-5">No tree is anchored yet. The first follows the first captures.</p>
      )}
    </section>
  )
}
