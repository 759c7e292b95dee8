import type { ReactNode } from 'react'
import { Cairn } from '#components/ui/cairn'
import { Hash } from '#components/ui/hash'
import type { StoneState } from '#components/ui/stone'
import { UtcTime } from '#components/ui/utc-time'
import type { Report } from '#lib/client/check'
import { isoSeconds } from '#lib/domain/iso-time'
import type { ProofBundle, ProofStep } from '#lib/domain/proof'
import { ChainSteps } from './chain-steps.tsx'

/** The page has no service around it to lead to; what is said of a chain that was not read. */
export type StandingAlone = { chainNote: string }

/** The proof as a cairn: each stone rests on the one below, and the lowest on the chain. */
export function ProofSteps({
  report,
  isFile,
  alone,
}: {
  report: Report
  isFile: boolean
  alone: StandingAlone | undefined
}) {
  const { proof, recomputed, chain } = report
  if (!proof || !recomputed) return null
  const step = (name: ProofStep['name']) => recomputed.steps.find((item) => item.name === name)!
  const stateOf = (name: ProofStep['name']): StoneState => (step(name).holds ? 'set' : 'broken')
  const chainState: StoneState = chain ? (chain.outcome === 'confirmed' ? 'set' : 'broken') : 'open'
  const names = ['file', 'fields', 'leaf', 'path', 'root'] as const
  const stones = [...names.map(stateOf), chainState].map((state, order) => ({
    // Lichen grows only where everything stands.
    state: order === 0 && report.verdict === 'verified' ? 'grown' : state,
  }))
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <Cairn stones={stones} className="mx-auto w-48 self-start pt-6 md:sticky md:top-6 md:w-full" />
      <ol aria-label="The proof, recomputed on this device">
        <Row state={stateOf('file')} title={isFile ? 'The file' : 'The fingerprint'}>
          <p>{isFile ? 'SHA-256 of all its bytes, computed here.' : 'SHA-256, as you gave it.'}</p>
          <Compared step={step('file')} label="SHA-256" />
        </Row>
        <Row state={stateOf('fields')} title="Place and time">
          <Fields proof={proof} />
          <Compared step={step('fields')} label="fields hash" />
        </Row>
        <Row state={stateOf('leaf')} title="The leaf">
          <p>Fingerprint and fields, hashed together.</p>
          <Compared step={step('leaf')} label="leaf" />
        </Row>
        <Row state={stateOf('path')} title="The path">
          <p>
            {proof.proof.length === 0
              ? 'The only leaf of its tree: the leaf is the root.'
              : `Leaf ${proof.leaf_index + 1} of ${proof.tree.leaf_count}, hashed with ${count(proof.proof.length, 'neighbour')} in turn.`}
          </p>
          {proof.proof.length > 0 && <Path proof={proof} path={recomputed.path} />}
        </Row>
        <Row state={stateOf('root')} title="The root">
          <p>
            Root of{' '}
            {alone ? (
              `tree ${proof.tree.tree_id}`
            ) : (
              <a href={`/trees/${proof.tree.tree_id}?leaf=${proof.leaf_hash}`}>tree {proof.tree.tree_id}</a>
            )}
            .
          </p>
          <Compared step={step('root')} label="root" />
        </Row>
        <Row state={chainState} title="The attestation">
          {chain ? (
            <>
              <p>
                Read from chain {proof.attestation.chain_id}
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
            <p>{alone?.chainNote ?? 'Chain: not checked.'}</p>
          )}
        </Row>
      </ol>
    </div>
  )
}

function Row({ state, title, children }: { state: StoneState; title: string; children: ReactNode }) {
  const words = { set: 'holds', grown: 'holds', broken: 'does not hold', open: 'not checked' }
  const tone = { set: 'text-good', grown: 'text-good', broken: 'text-bad', open: 'text-wait' }
  return (
    <li className="min-w-0 border-line py-4 text-sm not-last:border-b">
      <h4 className="flex flex-wrap items-baseline gap-x-3 text-base font-semibold">
        {title}
        <span className={`text-xs font-normal ${tone[state]}`}>{words[state]}</span>
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
