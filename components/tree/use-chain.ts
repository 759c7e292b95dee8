import { useQuery } from '@tanstack/react-query'
import type { Trust } from '#lib/domain/proof/attestation'
import type { TreeSummary } from '#lib/schemas/trees'
import type { Endpoints } from '../verify/use-endpoints.ts'

/** The attestation of a tree as read from the chain, once for all parts of a page. Idle without an endpoint. */
export function useChain(tree: TreeSummary | undefined, trust: Trust, { rpcUrl, witnessUrl }: Endpoints) {
  return useQuery({
    queryKey: ['chain', tree?.attestation.uid ?? null, rpcUrl ?? null, witnessUrl ?? null],
    queryFn: async ({ signal }) => {
      const { readChain } = await import('#lib/client/chain')
      const named = { tree: tree!, attestation: tree!.attestation }
      return await readChain({ rpcUrl: rpcUrl!, witnessUrl, tree: named, trust, signal })
    },
    enabled: rpcUrl !== undefined && tree !== undefined,
  })
}

export type ChainQuery = ReturnType<typeof useChain>
