/** What can keep a bounty from going on, beyond the seconds everything takes. */
export const hindranceCodes = [
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
export type HindranceCode = (typeof hindranceCodes)[number]

export type Hindrance = {
  code: HindranceCode
  /** A sentence for operators. */
  text: string
  /** Ids and what a node or contract said. */
  data: Record<string, string | number>
  /** Seconds until it is asked for anew by itself; absent when that depends on something else. */
  nextTryInSeconds?: number
}
