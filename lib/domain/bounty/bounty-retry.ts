import { type BountyState, effectOf, isEnded } from '#lib/domain/bounty/bounty'
import { maxPostTries } from '#lib/domain/bounty/bounty-progress'
import { currentSlot, effectOfKind, effectWords } from '#lib/domain/bounty/find-blocker'
import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain/chain-tx'

// The retry of a bounty that is stuck, as an operator asks for it.

type Asked = { id: number; kind: string; state: ChainTxState }

/** A stored bounty, for describing the effect of a retry. */
export type Retried = {
  state: BountyState
  postIsFinal: boolean
  postTries: number
  post: Asked | undefined
  exit: Asked | undefined
  payback: Asked | undefined
  /** `12.50 USDC on Base`. */
  money: string
  payer: string
}

/** Why a retry is refused; `undefined` if it is allowed. */
export function retryRefusal({
  state,
  postIsFinal,
}: Pick<Retried, 'state' | 'postIsFinal'>): string | undefined {
  if (isEnded(state)) return `It is ${state}: it has ended, and nothing ever happens to it again.`
  if (state === 'open' && postIsFinal)
    return 'It is open: it waits for a submission to be accepted, a cancellation or its deadline, and nothing is under way.'
  return undefined
}

/** Describes what the workers do after a retry, in plain ASCII sentences. */
export function retryEffect(bounty: Retried): string {
  return `The workers look at it at once. ${whatFollows(bounty)}`
}

function whatFollows(bounty: Retried): string {
  const { state, postTries, money, payer } = bounty
  const exit = state === 'open' ? undefined : effectOf(state)
  const slot = currentSlot(bounty)
  const asked = slot && bounty[slot]
  if (!asked)
    return exit
      ? `Its ${effectWords[exit]} was not requested yet. The workers request it, as they would anyway.`
      : 'No transaction is requested or waiting. The workers request the next one, as they would anyway.'
  const what = effectWords[effectOfKind(asked.kind)]
  if (!endedWithoutEffect(asked.state)) return notOver(asked, what)
  if (slot === 'exit')
    return `If the contract still holds its ${money}, it asks for its ${what} again at once instead of waiting its turn. If the contract paid it out meanwhile, that is recorded and nothing is sent.`
  if (slot === 'payback')
    return `If the token says that ${money} did not go back yet, it asks for its ${what} to ${payer} again at once, under the one authorization that can be used once.`
  const isBeforeOpen = state === 'paid' || state === 'creating'
  if (isBeforeOpen && postTries >= maxPostTries)
    return `Its post was refused ${postTries} times, so ${money} goes back to ${payer} from the treasury, as it would anyway.`
  if (isBeforeOpen)
    return `If the contract still has no such bounty, it asks for its ${what} (${money}) again at once, for the ${ordinal(postTries + 1)} of ${maxPostTries} times; refused each time, the money goes back to ${payer}.`
  return state === 'accepting'
    ? `If the contract still has no such bounty, it asks for its ${what} (${money}) again at once: a contributor is owed.`
    : `If contract and token say that the money is still in the treasury, ${money} goes back to ${payer}, as it would anyway.`
}

function notOver({ id, state }: Asked, what: string): string {
  const can = `Nothing new is asked for: its ${what}, transaction ${id},`
  if (state === 'queued')
    return `${can} waits to be signed and sent, and is tried at every pass unless its sender queue is frozen.`
  if (state === 'sent')
    return `${can} was sent and can still take effect. To hasten it, raise its fee on that transaction's page.`
  if (state === 'mined') return `${can} is in a block that is not final yet.`
  return `${can} is final; what it did is read from the chain again and recorded.`
}

function ordinal(count: number): string {
  return ['first', 'second', 'third'][count - 1] ?? `${count}th`
}
