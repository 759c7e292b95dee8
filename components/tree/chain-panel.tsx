'use client'
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#components/ui/copy-button'
import { ChainSteps } from '#components/verify/chain-steps'
import type { CheckerSettings } from '#components/verify/checker'
import { RpcField } from '#components/verify/rpc-field'
import type { TreeAnswer } from '#lib/schemas/proof'
import { useRpcUrl } from '../verify/use-rpc-url.ts'

const outcomes = {
  confirmed: 'The chain holds this tree as shown.',
  contradicts: 'The chain says something else than this page.',
  revoked: 'The attestation was revoked.',
  not_ours: 'The attestation is not one of this service’s.',
}

/** The attestation as the chain tells it, decoded and raw. */
export function ChainPanel({ tree, settings }: { tree: TreeAnswer; settings: CheckerSettings }) {
  const rpc = useRpcUrl(settings.rpcUrl)
  const query = useQuery({
    queryKey: ['chain', tree.tree_id, rpc.url ?? null],
    queryFn: async ({ signal }) => {
      const { readChain } = await import('#lib/client/chain')
      return await readChain({
        rpcUrl: rpc.url!,
        tree: { tree, attestation: tree.attestation },
        trust: settings.trust,
        signal,
      })
    },
    enabled: rpc.url !== undefined,
  })
  const raw = query.data?.attestation?.data
  return (
    <section aria-labelledby="chain">
      <h2 id="chain" className="text-xl">
        As the chain has it
      </h2>
      <div className="mt-3 space-y-4 text-sm">
        {rpc.url === undefined ? (
          <p>Chain: not checked. Name an endpoint below.</p>
        ) : query.isPending ? (
          <p role="status">Reading chain {tree.attestation.chain_id}…</p>
        ) : query.isError ? (
          <p role="alert">
            Could not check: {query.error.message}{' '}
            <button type="button" className="button ml-2" onClick={() => query.refetch()}>
              Check again
            </button>
          </p>
        ) : (
          <>
            <p
              role="status"
              data-chain={query.data.outcome}
              className={query.data.outcome === 'confirmed' ? 'text-good' : 'text-bad'}
            >
              {outcomes[query.data.outcome]}
            </p>
            <ChainSteps steps={query.data.steps} />
            {raw && (
              <details>
                <summary className="w-fit py-1 underline underline-offset-4">
                  Raw data of the attestation
                </summary>
                <p className="mt-2 max-w-[62ch] text-soft">
                  Five words of 32 bytes, big-endian: root, tree number, leaves, root before, leaf format.
                </p>
                <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-4 text-xs leading-relaxed">
                  {raw.slice(2).match(/.{64}/g)?.join('\n')}
                </pre>
                <div className="mt-2">
                  <CopyButton text={raw} label="Copy the raw data">
                    Copy
                  </CopyButton>
                </div>
              </details>
            )}
          </>
        )}
        <RpcField rpc={rpc} chainId={tree.attestation.chain_id} />
      </div>
    </section>
  )
}
