import type { ChainReading } from './attestation.ts'

/** The seven possible results of a check. */
export type Verdict =
  | 'verified'
  | 'pending'
  | 'unknown'
  | 'does_not_match'
  | 'revoked_or_wrong_attester'
  | 'could_not_check'
  | 'unsupported'

/** The facts from which the verdict is decided. */
export type Findings =
  /** `unreachable`: no answer, a refusal, or an invalid answer. `unsupported`: cannot be read at all. */
  | { record: 'unsupported' | 'unreachable' | 'unknown' | 'pending' }
  | { record: 'anchored'; proof: 'holds' | 'broken'; chain: ChainReading['outcome'] | 'unreadable' }

const byRecord = {
  unsupported: 'unsupported',
  unreachable: 'could_not_check',
  unknown: 'unknown',
  pending: 'pending',
} as const

const byChain = {
  confirmed: 'verified',
  contradicts: 'does_not_match',
  revoked: 'revoked_or_wrong_attester',
  not_ours: 'revoked_or_wrong_attester',
  unreadable: 'could_not_check',
} as const

/** A broken proof is refused without reading the chain. A valid proof means nothing until the chain was read. */
export function verdictOf(findings: Findings): Verdict {
  if (findings.record !== 'anchored') return byRecord[findings.record]
  return findings.proof === 'broken' ? 'does_not_match' : byChain[findings.chain]
}
