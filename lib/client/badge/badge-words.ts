import type { ProofBundle } from '#lib/domain/proof/proof'
import { utcDateText } from '#lib/domain/text/moment'
import type { BadgeCheck, BadgeFinding, BadgeState } from './check-badge.ts'

export const badgeWords: Record<BadgeState | 'checking', string> = {
  checking: 'Checking…',
  attested: 'Attested',
  chain_not_read: 'Proof fits, chain not read',
  withdrawn: 'Attested, withdrawn',
  pending: 'Waiting for its anchor',
  unknown: 'Not known',
  does_not_match: 'Does not match',
  revoked: 'Revoked',
  could_not_check: 'Could not check',
}

/** Shown beside each finding, so that nobody depends on colours or signs. */
export const outcomeWords: Record<BadgeFinding['outcome'], string> = {
  holds: 'Checked here',
  fails: 'Not valid',
  not_checked: 'Not checked here',
}

/** The state in a few words, with ", withdrawn" for a withdrawn capture and ", demo" for a record of a demonstration. */
export function nameBadge(check: Pick<BadgeCheck, 'state' | 'withdrawnAt' | 'isDemo'>): string {
  const { state, withdrawnAt, isDemo } = check
  const withdrawn = withdrawnAt && state !== 'withdrawn' ? ', withdrawn' : ''
  return `${badgeWords[state]}${withdrawn}${isDemo ? ', demo' : ''}`
}

/** Below the state of a record of a demonstration. */
export const demoCaution = 'Demonstration: test chain, no evidence.'

/** The meaning of the state, then of the withdrawal. */
export function explainBadge(check: BadgeCheck): string {
  const { withdrawnAt } = check
  if (!withdrawnAt) return explainState(check)
  return `${explainState(check)} The service withdrew this capture on ${utc(withdrawnAt)}: it is no longer sold or shown there.`
}

/** One line for directly below the state: what no check of a record confirms. `undefined` for a state that vouches for nothing. */
export function cautionOf({ state }: Pick<BadgeCheck, 'state'>): string | undefined {
  return state === 'attested' || state === 'withdrawn' || state === 'chain_not_read'
    ? 'Place and time are claimed, not confirmed.'
    : undefined
}

function explainState({ state, proof, withdrawnAt }: BadgeCheck): string {
  switch (state) {
    case 'attested':
    case 'withdrawn':
      return anchored(proof!)
    case 'chain_not_read':
      return `The hashes match. The service says that they are anchored on the chain; this page names no endpoint to check it.`
    case 'pending':
      return withdrawnAt
        ? 'Not anchored yet. The next anchor will include it all the same.'
        : 'No action needed: the next anchor will include it.'
    case 'unknown':
      return 'No record there. This does not mean that the file is fake.'
    case 'does_not_match':
      return 'The facts contradict each other. Do not rely on it.'
    case 'revoked':
      return 'The hashes match, but the attestation was revoked. Do not rely on it.'
    case 'could_not_check':
      return 'There was no reliable answer. This says nothing about the file.'
  }
}

function anchored({ attestation: { block, time } }: ProofBundle): string {
  return `This fingerprint was anchored in block ${block} at ${utc(time)}, so a file with it existed by then.`
}

function utc(iso: string): string {
  return Number.isNaN(Date.parse(iso)) ? iso : utcDateText(iso)
}
