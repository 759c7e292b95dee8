import type { Metadata } from 'next'
import Link from 'next/link'
import { TreeList } from '#components/tree/tree-list'
import { TreeSearch } from '#components/tree/tree-search'
import { WhoAttests } from '#components/tree/who-attests'
import type { CheckerSettings } from '#components/verify/checker'
import { localChain } from '#lib/domain/chain/chain-text'
import { withdrawalReasons, withdrawalWords } from '#lib/domain/proof/withdrawal'
import { webContext } from '#lib/http/api/context'
import { type TreePage, treesQuery } from '#lib/schemas/trees'
import type { WithdrawalCounts } from '#lib/schemas/withdrawals'
import { listTrees } from '#lib/services/anchors/list-trees'
import { countWithdrawn } from '#lib/services/captures/count-withdrawn'
import { checkerSettings } from '../checker-settings.ts'

export const metadata: Metadata = {
  title: 'Records',
  description: 'Every batch of captures that was attested on a public chain, and one search box for any id.',
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function TreesPage({ searchParams }: Props) {
  const { cursor } = await searchParams
  const asked = treesQuery.shape.cursor.safeParse(cursor)
  const listed = await list(asked.success ? asked.data : undefined)
  return (
    <div className="page pt-10 sm:pt-16">
      <h1 className="text-2xl">Records</h1>
      <p className="mt-3 mb-8 max-w-[62ch] text-lg text-soft">
        Captures are hashed together in batches, called trees, and each tree is attested on{' '}
        {listed?.settings.isDemo ? localChain : 'a public chain'}. Anyone can check them. They hold hashes
        only: no places, no files.{' '}
        <Link href="/docs/glossary#tree" className="link whitespace-nowrap">
          What is a tree?
        </Link>
      </p>
      <TreeSearch />
      <section aria-labelledby="all" className="mt-12">
        <h2 id="all" className="text-xl">
          Newest first
        </h2>
        {listed === undefined ? (
          <p role="alert" className="mt-4">
            The trees could not be listed just now. This says nothing about any of them.{' '}
            <a href="/trees">Try again</a>
          </p>
        ) : listed.page.trees.length === 0 ? (
          <p className="mt-4 text-soft">
            {asked.success && asked.data
              ? 'No older trees.'
              : 'No trees yet. The first one appears here as soon as it is anchored.'}
          </p>
        ) : (
          <TreeList trees={listed.page.trees} settings={listed.settings} />
        )}
        <nav aria-label="Pages of trees" className="mt-6 flex flex-wrap gap-3 text-sm empty:hidden">
          {asked.success && asked.data && (
            <Link className="button" href="/trees">
              Newest trees
            </Link>
          )}
          {listed?.page.next_cursor && (
            <Link className="button" href={`/trees?cursor=${listed.page.next_cursor}`} prefetch={false}>
              Older trees
            </Link>
          )}
        </nav>
      </section>
      {listed && <WhoAttests settings={listed.settings} />}
      <section aria-labelledby="withdrawn" className="mt-12">
        <h2 id="withdrawn" className="text-xl">
          Withdrawn captures
        </h2>
        {listed === undefined ? (
          <p className="mt-4">They could not be counted just now. This says nothing about any capture.</p>
        ) : (
          <Withdrawn counts={listed.withdrawn} />
        )}
      </section>
    </div>
  )
}

function Withdrawn({ counts: { total, by_reason: counts } }: { counts: WithdrawalCounts }) {
  const reasons = withdrawalReasons.filter((reason) => counts[reason] > 0)
  return (
    <>
      <p className="mt-3 max-w-[62ch]">
        {total === 0
          ? 'None. If the operator of this service withdraws a capture, it is counted here with the reason.'
          : `${total.toLocaleString('en')} ${total === 1 ? 'capture is' : 'captures are'} no longer sold or shown. Their hashes stay in their trees, and their proofs can still be checked.`}
      </p>
      {reasons.length > 0 && (
        <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
          {reasons.map((reason) => (
            <div key={reason}>
              <dt className="caption">{withdrawalWords[reason]}</dt>
              <dd className="tabular-nums">{counts[reason].toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const treesPerPage = 20

/** @returns `undefined` if they cannot be read; the search of the page works without them */
async function list(beforeTreeId: number | undefined) {
  try {
    const ctx = await webContext()
    const [page, settings, withdrawn]: [TreePage, CheckerSettings, WithdrawalCounts] = await Promise.all([
      listTrees({ ctx, input: { limit: treesPerPage, beforeTreeId } }),
      checkerSettings(ctx),
      countWithdrawn({ ctx }),
    ])
    return { page, withdrawn, settings }
  } catch {
    return undefined
  }
}
