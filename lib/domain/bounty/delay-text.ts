import type { BlockerCode } from '#lib/domain/bounty/blocker'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { maxPostTries } from '#lib/domain/bounty/bounty-progress'

/** What a network usually does by itself within this time is no delay. */
const usualMs = 60_000

/** Blockers that usually pass by themselves. Every other one is a delay from its beginning. */
const passing: ReadonlySet<BlockerCode> = new Set([
  'chain_away',
  'look_failed',
  'not_sent',
  'no_allowance',
  'waits_for_limit',
])

/** True if a blocker is shown as a delay: at once, or after a minute if it usually passes by itself. */
export function isDelay(blocker: { code: BlockerCode; since: Date }, now: Date): boolean {
  return !passing.has(blocker.code) || now.getTime() - blocker.since.getTime() >= usualMs
}

/**
 * Explains to the payer why a bounty stays in its state: where the money is, until when, and what happens then.
 *
 * @param facts.postTries how often the post into the escrow was asked for
 * @param facts.isPaidBack the payback from the treasury was asked for
 * @param facts.nextTryAt ISO 8601; `null` when it is not known
 */
export function delayText(facts: {
  state: BountyState
  code: BlockerCode
  postTries: number
  isPaidBack: boolean
  nextTryAt: string | null
}): string {
  const { state, code, postTries, isPaidBack, nextTryAt } = facts
  const isBeforeOpen = state === 'paid' || state === 'creating'
  const again = nextTryAt
    ? ` It is tried again at ${nextTryAt}.`
    : ' It continues automatically as soon as that is over.'
  if (!isBeforeOpen)
    return `The money waits in the escrow: ${causeOf(code, 'its transfer out of the escrow')}.${again}`
  if (isPaidBack || (code === 'refused' && postTries >= maxPostTries))
    return `It could not be posted to the escrow: the whole amount goes back to the payer automatically, once the payment is final on its network. The status is then failed.`
  const end =
    code === 'refused'
      ? ` After ${maxPostTries} refusals (${postTries} so far) the whole amount goes back to the payer automatically.`
      : ''
  return `The money waits to be posted to the escrow: ${causeOf(code, 'the post')}.${again}${end}`
}

function causeOf(code: BlockerCode, what: string): string {
  switch (code) {
    case 'refused':
      return `the contract refused ${what}`
    case 'chain_away':
    case 'look_failed':
      return 'its network does not answer'
    case 'not_sent':
      return `the network has not taken ${what} yet`
    case 'no_allowance':
      return 'we first have to permit the escrow contract to take it, and the network has not confirmed that yet'
    default:
      return 'what the network shows does not agree with our records, and an operator has been told'
  }
}
