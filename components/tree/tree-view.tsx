'use client'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { QueryProvider } from '#components/query-provider'
import type { CheckerSettings } from '#components/verify/checker'
import { useEndpoints } from '../verify/use-endpoints.ts'
import { ChainPanel } from './chain-panel.tsx'
import { DrawnTree } from './drawn-tree.tsx'
import { LeafDownloads } from './leaf-downloads.tsx'
import { NeighbourTrees } from './neighbour-trees.tsx'
import { useChain } from './use-chain.ts'

type Props = {
  treeId: number
  settings: CheckerSettings
  /** The list of leaves, which is independent of the rest. */
  children: ReactNode
}

/** A tree checked in this browser: all hashes recomputed, and the attestation read from the chain. */
export function TreeView(props: Props) {
  return (
    <QueryProvider>
      <Recomputed {...props} />
    </QueryProvider>
  )
}

function Recomputed({ treeId, settings, children }: Props) {
  const leaf = useSearchParams().get('leaf')?.toLowerCase()
  const endpoints = useEndpoints(settings.rpcUrl)
  const query = useQuery({
    queryKey: ['tree', treeId],
    queryFn: async ({ signal }) => (await import('#lib/client/tree')).loadTree(treeId, signal),
  })
  const chain = useChain(query.data?.tree, settings.trust, endpoints)
  if (query.isPending) return <p role="status">Recomputing the tree on this device…</p>
  if (query.isError)
    return (
      <>
        <div role="alert">
          <p>Could not check: {query.error.message}</p>
          <button type="button" className="button mt-3" onClick={() => query.refetch()}>
            Check again
          </button>
        </div>
        {children}
      </>
    )
  const { tree, merkle, holds } = query.data
  const attested = !chain.data ? 'open' : chain.data.outcome === 'confirmed' ? 'holds' : 'broken'
  // The address changes without a request to the server.
  const chooseLeaf = (chosen: string) => {
    const address = new URL(location.href)
    address.searchParams.set('leaf', chosen)
    address.searchParams.delete('found')
    history.replaceState(null, '', address)
  }
  return (
    <div className="space-y-14">
      {chain.data?.outcome === 'revoked' && (
        <p role="alert" className="rounded-md border-2 border-bad p-4 text-lg font-semibold text-bad">
          The attestation of this tree was revoked. Do not rely on it.
        </p>
      )}
      <div className="space-y-6">
        <p role="status" data-recomputed={holds} className={holds ? 'text-good' : 'text-bad'}>
          {holds
            ? `Recomputed on this device: ${tree.leaf_count === 1 ? 'the only leaf is' : `all ${tree.leaf_count} leaves lead to`} the root.`
            : 'The leaves do not lead to the root. Do not rely on this tree.'}
        </p>
        <DrawnTree
          tree={tree}
          merkle={merkle}
          holds={holds}
          leaf={leaf}
          attested={attested}
          onLeaf={chooseLeaf}
        />
      </div>
      <ChainPanel tree={tree} settings={settings} endpoints={endpoints} chain={chain} />
      <NeighbourTrees tree={tree} trust={settings.trust} chain={chain} endpoints={endpoints} />
      <div className="space-y-5">
        {children}
        <LeafDownloads tree={tree} />
      </div>
    </div>
  )
}
