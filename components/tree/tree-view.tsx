'use client'
import { useQuery } from '@tanstack/react-query'
import { QueryProvider } from '#components/query-provider'
import type { CheckerSettings } from '#components/verify/checker'
import { ChainPanel } from './chain-panel.tsx'
import { LeafPath } from './leaf-path.tsx'

type Props = { treeId: number; leaf: string | undefined; settings: CheckerSettings }

/** What the reader's own browser makes of a tree: all hashes recomputed, the attestation read from the chain. */
export function TreeView(props: Props) {
  return (
    <QueryProvider>
      <Recomputed {...props} />
    </QueryProvider>
  )
}

function Recomputed({ treeId, leaf, settings }: Props) {
  const query = useQuery({
    queryKey: ['tree', treeId],
    queryFn: async ({ signal }) => (await import('#lib/client/tree')).loadTree(treeId, signal),
  })
  if (query.isPending) return <p role="status">Recomputing the tree on this device…</p>
  if (query.isError)
    return (
      <div role="alert">
        <p>Could not check: {query.error.message}</p>
        <button type="button" className="button mt-3" onClick={() => query.refetch()}>
          Check again
        </button>
      </div>
    )
  const { tree, merkle, holds } = query.data
  return (
    <div className="space-y-10">
      <p role="status" data-recomputed={holds} className={holds ? 'text-good' : 'text-bad'}>
        {holds
          ? `All ${tree.leaf_count} leaves, hashed pair by pair on this device, give the root above.`
          : 'The leaves do not give the root above. Do not rely on this tree.'}
      </p>
      {leaf && <LeafPath tree={tree} merkle={merkle} leaf={leaf} />}
      <ChainPanel tree={tree} settings={settings} />
    </div>
  )
}
