import type { Trust } from '#lib/domain/proof/attestation'
import { type ProofBundle, type Recomputed, recomputeProof } from '#lib/domain/proof/proof'
import { type Findings, type Verdict, verdictOf } from '#lib/domain/proof/verdict'
import { type ChainAnswer, type KeptReadings, readChain } from './chain.ts'
import { NotCheckedError } from './fetch-json.ts'
import { lookUp, type Records } from './look-up.ts'

/** All results of one check that the page shows. A check that stops early has the results found until then. */
export type Report = {
  verdict: Verdict
  /** Hash of the file, or the one that the reader entered. */
  sha256: string
  proof?: ProofBundle
  recomputed?: Recomputed
  chain?: ChainAnswer
  /** One sentence: why the check failed or the file is not supported. */
  reason?: string
  /** True if the check failed because this device has no connection. Pages check again when it is back. */
  isOffline?: true
  /** True for a file of zero bytes, in which there is nothing to check. */
  isEmpty?: true
  /** For the download of a model: how many of its files are not as its manifest lists them. Then the manifest was not looked up. */
  changedCount?: number
  /** Since when this service no longer sells or shows the capture, ISO 8601. Only if the service was asked and the capture is withdrawn. */
  withdrawnAt?: string
  /** For the manifest of a 3D model: SHA-256 of the capture that the model was made from. Only if the service was asked. */
  madeFrom?: string
  /** For a pending capture: the maximum time until it is anchored. */
  anchoredWithinSeconds?: number
}

export type CheckSettings = {
  trust: Trust
  /** JSON-RPC endpoint of the anchor's chain; without one the chain stays unread. */
  rpcUrl: string | undefined
  /** A second endpoint, which must agree. */
  witnessUrl?: string | undefined
}

export function isSameSettings(one: CheckSettings, other: CheckSettings): boolean {
  const text = ({ trust, rpcUrl, witnessUrl }: CheckSettings) =>
    JSON.stringify([trust.chainId, trust.eas, trust.attesters, trust.schemaUids, rpcUrl, witnessUrl])
  return text(one) === text(other)
}

/** The part of the report that is known before the chain has answered. */
export type Found = Required<Pick<Report, 'proof' | 'recomputed'>>

/** One fingerprint to check, and data that other checks share. */
export type CheckInput = CheckSettings & {
  sha256: string
  signal?: AbortSignal
  kept?: KeptReadings
  /** Called when the recomputed hashes are valid, before the chain is read. */
  onFound?: (found: Found) => void
}

/**
 * Checks one fingerprint. If a proof is given, the service is not asked.
 *
 * @throws only the signal's reason; every other failure is a verdict
 */
export async function check(input: CheckInput & { bundle?: ProofBundle | undefined }): Promise<Report> {
  const { sha256, signal } = input
  if (input.bundle) return await checkProof(input, input.bundle)
  try {
    const [records] = await lookUp([sha256], signal)
    return await checkRecords(input, records!)
  } catch (error) {
    return unreachable(input, error)
  }
}

/** Continues with the service's answer. */
export async function checkRecords(input: CheckInput, records: Records): Promise<Report> {
  const { sha256 } = input
  const { proof, verified } = records
  try {
    if (proof.sha256 !== sha256)
      throw new NotCheckedError('This service answered for a different fingerprint.')
    if (proof.status === 'anchored') return { ...(await checkProof(input, proof)), ...recordFacts(proof) }
    // Two tables have the record. If only one of them has it, "not known here" would be wrong.
    if (verified) throw new NotCheckedError('This service contradicts itself. Try again in a minute.')
    const waits = proof.status === 'pending' && { anchoredWithinSeconds: proof.anchored_within_seconds }
    return conclude(sha256, { record: proof.status }, { ...waits, ...recordFacts(proof) })
  } catch (error) {
    return unreachable(input, error)
  }
}

/** What the service says of a capture besides its proof. */
function recordFacts(proof: Records['proof']): Pick<Report, 'withdrawnAt' | 'madeFrom'> {
  if (proof.status === 'unknown') return {}
  const { withdrawn_at: withdrawnAt, made_from: madeFrom } = proof
  return { ...(withdrawnAt && { withdrawnAt }), ...(madeFrom && { madeFrom }) }
}

/** @throws only the signal's reason */
export function unreachable(input: { sha256: string; signal?: AbortSignal }, error: unknown): Report {
  return conclude(input.sha256, { record: 'unreachable' }, reasonOf(error, input.signal))
}

/** Recomputes a proof for a fingerprint, and reads the chain if the hashes are valid. */
export async function checkProof(input: CheckInput, proof: ProofBundle): Promise<Report> {
  const { sha256, rpcUrl, witnessUrl, trust, signal, kept, onFound } = input
  let recomputed: Recomputed
  try {
    recomputed = recomputeProof(proof, sha256)
  } catch {
    const reason = 'The proof has a format that this page does not know. A newer version may.'
    return conclude(sha256, { record: 'unsupported' }, { proof, reason })
  }
  const found = { proof, recomputed }
  if (!recomputed.holds)
    return conclude(sha256, { record: 'anchored', proof: 'broken', chain: 'unreadable' }, found)
  onFound?.(found)
  try {
    if (!rpcUrl) throw new NotCheckedError('The chain was not read: no chain endpoint is set.')
    const chain = await readChain({
      rpcUrl,
      witnessUrl,
      tree: proof,
      trust,
      ...(signal && { signal }),
      ...(kept && { kept }),
    })
    return conclude(sha256, { record: 'anchored', proof: 'holds', chain: chain.outcome }, { ...found, chain })
  } catch (error) {
    const why = reasonOf(error, signal)
    return conclude(sha256, { record: 'anchored', proof: 'holds', chain: 'unreadable' }, { ...found, ...why })
  }
}

function conclude(sha256: string, findings: Findings, rest: Partial<Report>): Report {
  return { ...rest, sha256, verdict: verdictOf(findings) }
}

function reasonOf(error: unknown, signal: AbortSignal | undefined): Pick<Report, 'reason' | 'isOffline'> {
  signal?.throwIfAborted()
  if (!(error instanceof NotCheckedError)) return { reason: 'Something on this page failed while checking.' }
  return { reason: error.message, ...(error.isOffline && { isOffline: true }) }
}
