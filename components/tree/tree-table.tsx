'use client'
import Link from 'next/link'
import { useState } from 'react'
import { QueryProvider } from '#components/query-provider'
import { Hash } from '#components/ui/hash'
import { StepMark, type StepState } from '#components/ui/step-mark'
import { UtcTime } from '#components/ui/utc-time'
import type { CheckerSettings } from '#components/verify/checker'
import type { TreeSummary } from '#lib/schemas/trees'
import { useEndpoints } from '../verify/use-endpoints.ts'
import { type ChainQuery, useChain } from './use-chain.ts'

type Props = { trees: readonly TreeSummary[]; settings: CheckerSettings }

/** Trees with the state of each attestation: the service's word, until the reader has the chain asked. */
export function TreeTable(props: Props) {
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
      <table className="mt-5 w-full text-left text-sm max-sm:block">
        <caption className="sr-only">Trees, newest first</caption>
        <thead className="caption max-sm:sr-only">
          <tr className="border-b border-line">
            <th className="py-2 pr-4 font-normal">Tree</th>
            <th className="py-2 pr-4 text-right font-normal">Leaves</th>
            <th className="py-2 pr-4 font-normal">Attested</th>
            <th className="py-2 pr-4 font-normal">Root</th>
            <th className="py-2 font-normal">Attestation</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {trees.map((tree) => (
            <Row key={tree.tree_id} tree={tree} settings={settings} endpoints={asked} />
          ))}
        </tbody>
      </table>
      {endpoints.rpcUrl !== undefined && !isAsked && (
        <button type="button" className="button mt-5" onClick={() => setIsAsked(true)}>
          Read {trees.length === 1 ? 'this attestation' : `these ${trees.length} attestations`} from the chain
        </button>
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
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="py-1 pr-4 font-semibold sm:py-2">
        <Link
          href={`/trees/${tree.tree_id}`}
          prefetch={false}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4 sm:-my-2 sm:w-full"
        >
          Tree {tree.tree_id}
        </Link>
      </th>
      <td className="py-1 text-right tabular-nums sm:py-2 sm:pr-4 max-sm:self-center">
        {tree.leaf_count}
        <span className="sm:hidden"> {tree.leaf_count === 1 ? 'leaf' : 'leaves'}</span>
      </td>
      <td className="py-1 sm:py-2 sm:pr-4 max-sm:col-span-2">
        <UtcTime iso={tree.attestation.time} />
      </td>
      <td className="py-1 sm:py-2 sm:pr-4 max-sm:col-span-2">
        <span className="caption sm:hidden">root </span>
        <Hash value={tree.root} label={`root of tree ${tree.tree_id}`} />
      </td>
      <td className="py-1 sm:py-2 max-sm:col-span-2" data-attestation={chain.data?.outcome}>
        <State block={tree.attestation.block} isAsked={endpoints.rpcUrl !== undefined} chain={chain} />
      </td>
    </tr>
  )
}

const outcomes: Record<NonNullable<ChainQuery['data']>['outcome'], [StepState, string, string]> = {
  confirmed: ['done', 'On the chain as shown', 'text-good'],
  contradicts: ['wrong', 'The chain says otherwise', 'text-bad'],
  revoked: ['wrong', 'Revoked', 'text-bad font-semibold'],
  not_ours: ['wrong', 'By somebody else', 'text-bad'],
}

function State({ block, isAsked, chain }: { block: number; isAsked: boolean; chain: ChainQuery }) {
  const [mark, words, tone]: [StepState, string, string] = !isAsked
    ? ['later', `Final in block ${block}`, '']
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
