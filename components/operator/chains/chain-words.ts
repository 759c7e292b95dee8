import type { OperatorChains } from '#lib/schemas/operator-chain'
import { capitalised } from '../words.ts'

type Agreement = OperatorChains['chains'][number]['providers'][number]['agreement']

export const agreementTexts: Readonly<Record<Agreement, string>> = {
  agrees: 'Same block as most',
  differs: 'Different block',
  alone: 'Only one endpoint',
  unknown: 'Could not compare',
}

/** Kinds a transaction has, for the choice among them. */
export const kinds = [
  'settle',
  'bounty_post',
  'bounty_release',
  'bounty_pay',
  'bounty_cancel',
  'bounty_refund',
  'bounty_payback',
  'approve_escrow',
  'revoke_allowance',
  'return_inflow',
  'attest',
  'register_schema',
] as const

/** `bounty_post` as people read it. */
export const kindText = capitalised

export const stateTexts: Readonly<Record<string, string>> = {
  queued: 'Queued, without a nonce',
  sent: 'Sent, not mined',
  mined: 'Mined, not final',
  final: 'Final',
  reverted: 'Reverted',
  rejected: 'Rejected, never sent',
  lost: 'Lost its nonce',
}
