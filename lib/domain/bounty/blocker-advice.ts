import type { BlockerCode } from '#lib/domain/bounty/blocker'

/** What an operator can do about each blocker of a bounty. */
export const blockerAdvice: Record<BlockerCode, string> = {
  chain_away:
    'See Chains: is an endpoint of this network answering? Nothing is lost, and the bounty continues automatically when one does.',
  look_failed:
    'See Chains for the endpoints of this network. A worker looks again each second; if this stays, the reason is in the worker’s log under this id.',
  refused:
    'Remove the cause: a wallet that the issuer of USDC has blacklisted, a paused escrow, a key that lacks gas or its role. The next automatic try then succeeds; a retry tries at once.',
  not_sent:
    'Look at the transaction under Chains: gas of its key, the fee it offers, what waits before it in its sender queue, and whether that sender queue is frozen.',
  no_allowance:
    'Nothing, for a minute. After that look at the treasury’s gas, and whether the token lists it.',
  waits_for_limit:
    'Nothing: it is paid automatically from its day on. The owner of the escrow can raise the limit for the day; it is then paid at once. If these releases are not yours, the operator key is stolen: see the runbook.',
  other_treasury:
    'The treasury was changed in the settings. Set TREASURY_ADDRESS and its key back until what was paid there has ended.',
  settlement_missing:
    'Compare with another node: was its payment’s transaction undone, or does this node not have it? Nothing leaves the treasury for it meanwhile.',
  other_terms:
    'Somebody posted with the treasury’s key. Stop the workers, find out who has the key, and replace it.',
  exit_not_in_log:
    'The node’s log and the contract differ. Ask another node, and set LEDGER_FROM_BLOCK to the escrow’s block.',
  payback_not_in_log: 'The node’s log and the token differ. Ask another node; then audit the money.',
  contract_disagrees:
    'Database and chain disagree, as after a restored backup. Run the audit of the money, and compare with a backup.',
}
