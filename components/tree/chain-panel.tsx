'use client'
import { Fold } from '#components/ui/fold'
import type { CheckerSettings } from '#components/verify/checker'
import { RpcField } from '#components/verify/rpc-field'
import { localChain } from '#lib/domain/chain/chain-text'
import type { TreeAnswer } from '#lib/schemas/proof'
import type { Endpoints } from '../verify/use-endpoints.ts'
import { AttestationView } from './attestation-view.tsx'
import type { ChainQuery } from './use-chain.ts'

const outcomes = {
  confirmed: 'This tree is on the chain, exactly as shown.',
  contradicts: 'The chain says something different from this page. Do not rely on this tree.',
  revoked: 'This attestation was revoked. Do not rely on this tree.',
  not_ours: 'This attestation was not made by this service. Do not rely on this tree.',
}

type Props = { tree: TreeAnswer; settings: CheckerSettings; endpoints: Endpoints; chain: ChainQuery }

/** The attestation as read from the chain, decoded and raw. */
export function ChainPanel({ tree, settings, endpoints, chain }: Props) {
  return (
    <section aria-labelledby="chain">
      <h2 id="chain" className="text-xl">
        The attestation
      </h2>
      <div className="mt-3 space-y-6">
        <ChainWord tree={tree} settings={settings} endpoints={endpoints} chain={chain} />
        <Fold title="Technical details">
          <AttestationView tree={tree} {...settings} chain={chain.data} rpcUrl={endpoints.rpcUrl} />
        </Fold>
        <RpcField endpoints={endpoints} chainId={tree.attestation.chain_id} />
      </div>
    </section>
  )
}

function ChainWord({ tree, settings, endpoints, chain }: Props) {
  if (endpoints.rpcUrl === undefined)
    return (
      <p>
        The chain was not checked. What you see is the service’s word. Name an endpoint below to read the
        chain.
      </p>
    )
  if (chain.isPending) return <p role="status">Reading chain {tree.attestation.chain_id}…</p>
  if (chain.isError)
    return (
      <p role="alert">
        Could not check: {chain.error.message} What you see is the service’s word.{' '}
        <button type="button" className="button ml-2" onClick={() => chain.refetch()}>
          Check again
        </button>
      </p>
    )
  const { outcome, steps } = chain.data
  if (outcome === 'confirmed')
    return (
      <p role="status" data-chain={outcome} className="text-good">
        {outcomes[outcome]}
        {settings.isDemo && <span className="text-soft"> It is {localChain}.</span>}
      </p>
    )
  const broken = steps.filter(({ holds }) => !holds)
  return (
    <div role="alert" data-chain={outcome} className="rounded-md border-2 border-bad p-4 sm:p-5">
      <p className="text-lg font-semibold text-bad">{outcomes[outcome]}</p>
      <ul className="mt-2 space-y-2 text-sm">
        {broken.map(({ name, found, expected }) => (
          <li key={name}>
            <span className="caption">{name.replaceAll('_', ' ')}: the chain says </span>
            <code className="text-xs break-all">{found}</code>
            <span className="caption">, expected </span>
            <code className="text-xs break-all">{expected}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
