/** The reasons why a bounty can be stuck for longer than the usual seconds. */
export const blockerCodes = [
  'chain_away',
  'look_failed',
  'refused',
  'not_sent',
  'no_allowance',
  'waits_for_limit',
  'other_treasury',
  'settlement_missing',
  'other_terms',
  'exit_not_in_log',
  'payback_not_in_log',
  'contract_disagrees',
] as const
export type BlockerCode = (typeof blockerCodes)[number]

export type Blocker = {
  code: BlockerCode
  /** A sentence for operators. */
  text: string
  /** Ids, and messages of a node or contract. */
  data: Record<string, string | number>
  /** Seconds until the next automatic try; absent if that does not depend on time. */
  nextTryInSeconds?: number
}
