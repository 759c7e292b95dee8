'use client'
import Link from 'next/link'
import { useState } from 'react'
import { QueryProvider } from '#components/query-provider'
import { shortHash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { StepMark, type StepState } from '#components/ui/step-mark'
import type { CheckerSettings } from '#components/verify/checker'
import type { TreeSummary } from '#lib/schemas/trees'
import { useEndpoints } from '../verify/use-endpoints.ts'
import { TreeGlyph } from './tree-glyph.tsx'
import { type ChainQuery, useChain } from './use-chain.ts'

type Props = { trees: readonly TreeSummary[]; settings: CheckerSettings }

/** Trees with the state of each attestation: as the service reports it, until the reader has the chain read. */
export function TreeList(props: Props) {
  return (
    <QueryProvider>
      <Rows {...props} />
    </QueryProvider>
  )
}

function Rows({ trees, settings }: Props) {
  const endpoints = useEndpoints(settings.rpcUrl)
  const [isAsked, setIsAsked] = useState(false)
  const asked = isAsked ? endpoints : { ...endpoints, rpcUrl: undefined }
  return (
    <>
      <ul className="mt-5 divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
        {trees.map((tree) => (
          <Row key={tree.tree_id} tree={tree} settings={settings} endpoints={asked} />
        ))}
      </ul>
      {endpoints.rpcUrl !== undefined && !isAsked && (
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
          <button type="button" className="button" onClick={() => setIsAsked(true)}>
            Check {trees.length === 1 ? 'it' : `all ${trees.length}`} on the chain
          </button>
          Your browser reads each attestation itself.
        </p>
      )}
    </>
  )
}

function Row(props: {
  tree: TreeSummary
  settings: CheckerSettings
  endpoints: ReturnType<typeof useEndpoints>
}) {
  const { tree, settings, endpoints } = props
  const chain = useChain(tree, settings.trust, endpoints)
  return (
    <li className="relative grid items-center gap-x-4 gap-y-2 px-4 py-4 hover:bg-sunken sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-6 sm:px-6">
      <TreeGlyph leafCount={tree.leaf_count} className="h-12 w-20 max-sm:hidden" />
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline gap-x-3 text-lg">
          <Link href={`/trees/${tree.tree_id}`} prefetch={false} className="after:absolute after:inset-0">
            Tree {tree.tree_id}
          </Link>
          <span className="text-base font-normal tracking-normal text-soft">
            {tree.leaf_count === 1 ? '1 capture' : `${tree.leaf_count.toLocaleString('en')} captures`}
          </span>
        </h3>
        <p className="text-sm text-soft">
          <Moment iso={tree.attestation.time} />
          <code className="ml-3 text-xs max-sm:hidden" title={tree.root}>
            {shortHash(tree.root)}
          </code>
        </p>
      </div>
      <p className="text-sm sm:w-52 lg:w-76" data-attestation={chain.data?.outcome}>
        <State
          block={tree.attestation.block}
          isDemo={settings.isDemo}
          isAsked={endpoints.rpcUrl !== undefined}
          chain={chain}
        />
      </p>
    </li>
  )
}

const outcomes: Record<NonNullable<ChainQuery['data']>['outcome'], [StepState, string, string]> = {
  confirmed: ['done', 'On the chain as shown', 'text-good'],
  contradicts: ['wrong', 'The chain says otherwise', 'text-bad'],
  revoked: ['wrong', 'Revoked', 'text-bad font-semibold'],
  not_ours: ['wrong', 'By someone else', 'text-bad'],
}

function State(props: { block: number; isDemo: boolean; isAsked: boolean; chain: ChainQuery }) {
  const { block, isDemo, isAsked, chain } = props
  const [mark, words, tone]: [StepState, string, string] = !isAsked
    ? [
        'later',
        `Block ${block.toLocaleString('en')}${isDemo ? ', test chain' : ''}, not checked yet`,
        'text-soft',
      ]
    : chain.isError
      ? ['now', 'Could not check', 'text-wait']
      : chain.data
        ? outcomes[chain.data.outcome]
        : ['now', 'Reading…', 'text-soft']
  return (
    <span className={`flex gap-2 ${tone}`}>
      <StepMark is={mark} /> {words}
    </span>
  )
}
