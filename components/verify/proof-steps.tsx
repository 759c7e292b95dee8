import type { CSSProperties, ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import { Stone, type StoneState } from '#components/ui/stone'
import { UtcTime } from '#components/ui/utc-time'
import type { Report } from '#lib/client/check'
import { isoSeconds } from '#lib/domain/attestation'
import type { ProofBundle, ProofStep } from '#lib/domain/proof'
import { ChainSteps } from './chain-steps.tsx'

/** The proof as a cairn: each stone rests on the one below, and the lowest on the chain. */
export function ProofSteps({ report, isFile }: { report: Report; isFile: boolean }) {
  const { proof, recomputed, chain } = report
  if (!proof || !recomputed) return null
  const step = (name: ProofStep['name']) => recomputed.steps.find((item) => item.name === name)!
  const stateOf = (name: ProofStep['name']): StoneState => (step(name).holds ? 'set' : 'broken')
  return (
    <ol aria-label="The proof, recomputed on this device">
      <Row order={0} state={stateOf('file')} title={isFile ? 'The file' : 'The fingerprint'}>
        <p>{isFile ? 'SHA-256 of all its bytes, computed here.' : 'SHA-256, as you gave it.'}</p>
        <Compared step={step('file')} label="SHA-256" />
      </Row>
      <Row order={1} state={stateOf('fields')} title="Place and time">
        <Fields proof={proof} />
        <Compared step={step('fields')} label="fields hash" />
      </Row>
      <Row order={2} state={stateOf('leaf')} title="The leaf">
        <p>Fingerprint and fields, hashed together.</p>
        <Compared step={step('leaf')} label="leaf" />
      </Row>
      <Row order={3} state={stateOf('path')} title="The path">
        <p>
          {proof.proof.length === 0
            ? 'The only leaf of its tree: the leaf is the root.'
            : `Leaf ${proof.leaf_index + 1} of ${proof.tree.leaf_count}, hashed with ${count(proof.proof.length, 'neighbour')} in turn.`}
        </p>
        {proof.proof.length > 0 && <Path proof={proof} path={recomputed.path} />}
      </Row>
      <Row order={4} state={stateOf('root')} title="The root">
        <p>
          Root of{' '}
          <a href={`/trees/${proof.tree.tree_id}?leaf=${proof.leaf_hash}`}>tree {proof.tree.tree_id}</a>.
        </p>
        <Compared step={step('root')} label="root" />
      </Row>
      <Row
        order={5}
        state={chain ? (chain.outcome === 'confirmed' ? 'set' : 'broken') : 'open'}
        title="The attestation"
      >
        {chain ? (
          <>
            <p>
              Read from chain {proof.attestation.chain_id}
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
          <p>Chain: not checked.</p>
        )}
      </Row>
    </ol>
  )
}

function Row(props: { order: number; state: StoneState; title: string; children: ReactNode }) {
  const { order, state, title } = props
  const words = { set: 'holds', broken: 'does not hold', open: 'not checked' }
  return (
    <li
      className="settles grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 border-line not-last:border-b sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:gap-x-8"
      style={{ '--order': 5 - order } as CSSProperties}
    >
      <div className="flex items-center justify-center py-3">
        <span style={{ width: `${46 + order * 10}%` }}>
          <Stone order={order} state={state} className="w-full" />
        </span>
      </div>
      <div className="min-w-0 py-4 text-sm">
        <h3 className="flex flex-wrap items-baseline gap-x-3 text-base">
          {title}
          <span
            className={`text-xs font-normal tracking-normal ${state === 'set' ? 'text-good' : state === 'broken' ? 'text-bad' : 'text-wait'}`}
          >
            {words[state]}
          </span>
        </h3>
        <div className="text-soft">{props.children}</div>
      </div>
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
      Claimed by the device: <UtcTime iso={proof.captured_at} />, cell <code>{proof.geohash}</code>. Hashed
      with a random salt.
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
              <Hash value={sibling} label={`neighbour ${level + 1}`} />
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

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`
}
