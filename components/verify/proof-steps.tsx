import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import type { Report } from '#lib/client/check'
import { localChain } from '#lib/domain/chain/chain-text'
import type { ProofBundle, ProofStep } from '#lib/domain/proof/proof'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { ChainSteps } from './chain-steps.tsx'
import { type HashResult, hashResult } from './check-steps.ts'
import type { Surroundings } from './surroundings.ts'
import { fingerprintName, type Subject } from './verdict-copy.ts'

/** The proof hash by hash: each is computed from the one above it, and the last is compared with the chain. */
export function ProofSteps({
  report,
  subject,
  around: { chainNote, isServed, isDemo, trust },
}: {
  report: Report
  subject: Subject
  around: Surroundings
}) {
  const { proof, recomputed, chain } = report
  if (!proof || !recomputed) return null
  const step = (name: ProofStep['name']) => recomputed.steps.find((item) => item.name === name)!
  const is = (name: ProofStep['name']) => hashResult(recomputed, name)
  const chainIs: HashResult = !chain
    ? { state: 'open', result: 'not checked' }
    : chain.outcome === 'confirmed'
      ? { state: 'set', result: 'valid' }
      : { state: 'broken', result: 'not valid' }
  return (
    <ol aria-label="The proof, recomputed on this device" className="mt-2">
      <FingerprintRow step={step('file')} subject={subject} is={is('file')} />
      <Row is={is('fields')} title="Claimed place and time (fields hash)">
        <Fields proof={proof} />
        <Compared step={step('fields')} label="fields hash" />
      </Row>
      <Row is={is('leaf')} title="Leaf hash">
        <p>Fingerprint and fields, hashed together.</p>
        <Compared step={step('leaf')} label="leaf" />
      </Row>
      <Row is={is('path')} title="Merkle proof">
        <p>
          {proof.proof.length === 0
            ? 'The only leaf of its tree: the leaf is the root.'
            : `Leaf ${proof.leaf_index + 1} of ${proof.tree.leaf_count} (index ${proof.leaf_index}), hashed with ${proof.proof.length} sibling ${proof.proof.length === 1 ? 'hash' : 'hashes'} in turn.`}
        </p>
        {proof.proof.length > 0 && <Path proof={proof} path={recomputed.path} />}
      </Row>
      <Row is={is('root')} title="Merkle root">
        <p>
          Root of{' '}
          {isServed ? (
            <a href={treeHref(proof)} {...(!trust && { target: '_blank', rel: 'noopener' })}>
              tree {proof.tree.tree_id}
            </a>
          ) : (
            `tree ${proof.tree.tree_id}`
          )}
          .
        </p>
        <Compared step={step('root')} label="root" />
      </Row>
      <Row is={chainIs} title="Attestation">
        {chain ? (
          <>
            <p>
              Read from {isDemo && `${localChain}, with the number of `}chain {proof.attestation.chain_id}
              {chain.witnesses === 2 && ' through two endpoints that say the same'}
              {chain.time !== undefined && (
                <>
                  {' '}
                  · made <UtcTime iso={isoSeconds(chain.time)} />
                </>
              )}
            </p>
            <ChainSteps steps={chain.steps} />
          </>
        ) : (
          <p>{chainNote ?? 'Chain: not checked.'}</p>
        )}
      </Row>
    </ol>
  )
}

/** The page of the tree of a proof, with its leaf. */
export function treeHref({ tree, leaf_hash }: ProofBundle): string {
  return `/trees/${tree.tree_id}?leaf=${leaf_hash}`
}

/** The hash of the file, or of the manifest of a model. All other hashes of the proof are computed from it. */
export function FingerprintRow(props: { step: ProofStep; subject: Subject; is: HashResult }) {
  const { step, subject, is } = props
  return (
    <Row is={is} title={fingerprintName(subject)}>
      <p>
        {subject === 'model'
          ? 'SHA-256 of all bytes of manifest.json in the ZIP. It lists the hash of each other file; the ZIP itself has another hash.'
          : 'SHA-256 of all bytes of the file.'}
      </p>
      <Compared step={step} label="SHA-256" />
    </Row>
  )
}

function Row({ is, title, children }: { is: HashResult; title: string; children: ReactNode }) {
  const tone = is.state === 'set' ? 'text-good' : is.state === 'broken' ? 'text-bad' : 'text-soft'
  return (
    <li className="min-w-0 border-line py-4 text-sm not-last:border-b">
      <h4 className="flex flex-wrap items-baseline gap-x-3 text-base font-semibold">
        {title}
        <span className={`text-xs font-normal ${tone}`}>{is.result}</span>
      </h4>
      <div className="mt-0.5 text-soft">{children}</div>
    </li>
  )
}

function Compared({ step, label }: { step: ProofStep; label: string }) {
  if (step.holds)
    return (
      <p className="text-ink">
        <Hash value={step.computed} label={label} />
      </p>
    )
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-ink">
      <dt className="caption">computed</dt>
      <dd>
        <Hash value={step.computed} label={`computed ${label}`} />
      </dd>
      <dt className="caption">in the proof</dt>
      <dd>
        <Hash value={step.expected} label={`${label} in the proof`} />
      </dd>
    </dl>
  )
}

function Fields({ proof }: { proof: ProofBundle }) {
  return (
    <p>
      Claimed: <UtcTime iso={proof.captured_at} />, cell <code>{proof.geohash}</code>. Hashed with a random
      salt.
    </p>
  )
}

function Path({ proof, path }: { proof: ProofBundle; path: readonly string[] }) {
  return (
    <details className="mt-1">
      <summary className="w-fit py-1 text-ink underline underline-offset-4">Every step</summary>
      <ol className="mt-2 space-y-2">
        {proof.proof.map((sibling, level) => (
          <li key={sibling} className="grid gap-x-3 sm:grid-cols-2">
            <span>
              <span className="caption">with </span>
              <Hash value={sibling} label={`sibling hash ${level + 1}`} />
            </span>
            <span className="text-ink">
              <span className="caption">gives </span>
              <Hash value={path[level + 1]!} label={`hash ${level + 1}`} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
