'use client'
import { useContext, useEffect, useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import type { Report } from '#lib/client/check'
import { demoFragment, writeTrust } from '#lib/client/trust-text'
import type { Trust } from '#lib/domain/proof/attestation'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { ProofSteps, treeHref } from './proof-steps.tsx'
import { RpcField } from './rpc-field.tsx'
import { SurroundingsContext } from './surroundings.ts'
import { fingerprintName, type Subject } from './verdict-copy.ts'

/** Every hash of a check, and the ways to repeat it without trusting this page. */
export function TechnicalDetails({ report, subject }: { report: Report; subject: Subject }) {
  const around = useContext(SurroundingsContext)!
  const { proof, sha256, recomputed } = report
  const isProven = proof !== undefined && recomputed?.holds === true
  const isOfOther = recomputed?.steps[0]?.holds === false
  return (
    <section aria-label="Technical details" className="grid gap-6">
      <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
        <Fact name={fingerprintName(subject)}>
          <Hash value={sha256} label={subject === 'model' ? 'fingerprint of its manifest' : 'fingerprint'} />
        </Fact>
        {isProven && (
          <>
            <Fact name="Claimed capture time">
              <UtcTime iso={proof.captured_at} />
            </Fact>
            <Fact name="Claimed place, as a cell">
              <code className="text-sm">{proof.geohash}</code>
            </Fact>
          </>
        )}
      </dl>
      {isProven && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {!around.trust && around.isServed && (
            // In a tab of its own, because the files that were given are lost with this one.
            <a className="button" href={treeHref(proof)} target="_blank" rel="noopener">
              See it in its tree
            </a>
          )}
          {around.trust && (
            <>
              <around.Link className="button" href={treeHref(proof)}>
                See it in its tree
              </around.Link>
              <CarriedProof proof={proof} trust={around.trust} isDemo={around.isDemo === true} />
            </>
          )}
        </div>
      )}
      {recomputed && (
        <div>
          <h3 className="text-base">Recomputed on this device</h3>
          <p className="mt-1 text-sm text-soft">
            {isOfOther
              ? 'Each hash was computed here from the one above it, the first from this file. The proof has other hashes, of another file.'
              : 'Each hash was computed here from the one above it. The last is read from the chain, not from us.'}
          </p>
          <ProofSteps report={report} subject={subject} around={around} />
        </div>
      )}
      {around.endpoints && <RpcField endpoints={around.endpoints} chainId={around.trust.chainId} />}
    </section>
  )
}

/** An address that contains the proof and needs no service. Absent while it is being compressed, or if the browser cannot do that. */
function CarriedProof({ proof, trust, isDemo }: { proof: ProofBundle; trust: Trust; isDemo: boolean }) {
  const fragment = useProofFragment(proof)
  if (!fragment) return null
  return (
    <>
      <CopyButton
        text={`${location.origin}/verify/${proof.sha256}${fragment}`}
        label="Copy link with the proof"
      >
        Copy link with the proof
      </CopyButton>
      <a
        className="button"
        href={`/check.html${fragment}&${writeTrust(trust)}${isDemo ? `&${demoFragment}` : ''}`}
      >
        Verify independently
      </a>
    </>
  )
}

function useProofFragment(proof: ProofBundle): string {
  const [packed, setPacked] = useState<{ of: ProofBundle; fragment: string }>()
  useEffect(() => {
    let isLeft = false
    import('#lib/client/proof-link')
      .then(({ writeProofFragment }) => writeProofFragment(proof))
      .then(
        (fragment) => !isLeft && setPacked({ of: proof, fragment }),
        () => undefined,
      )
    return () => {
      isLeft = true
    }
  }, [proof])
  return packed && packed.of === proof ? packed.fragment : ''
}
