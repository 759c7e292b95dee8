import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain/chain-tx'
import { chainTxWords } from '#lib/domain/chain/chain-tx-words'

type About = {
  kind: string
  state: ChainTxState
  error: string | null
  cancelAskedAt: Date | null
  bumpAskedAt: Date | null
  isNext: boolean
  isWaitingLong: boolean
  queueIsFrozen: boolean
}

/** Advice about a transaction in its current state, in one or two sentences. */
export function adviceFor(row: About, attempts: readonly { is_empty: boolean }[]): string {
  if (endedWithoutEffect(row.state))
    return `It had no effect and never will. ${chainTxWords(row.kind).afterwards}`
  if (row.state === 'final') return 'It is done for good. Nothing to do.'
  if (row.state === 'mined') return 'It is mined, and waits for its block to be final. Nothing to do.'
  return row.state === 'queued' ? adviceForQueued(row) : adviceForSent(row, attempts)
}

function adviceForQueued({ queueIsFrozen, error, isWaitingLong }: About): string {
  if (queueIsFrozen)
    return 'Its sender queue is frozen, so it waits without a nonce. Unfreeze the sender queue to have it sent, or reject it.'
  if (error !== null)
    return 'A trial of it fails, for the reason below; it is signed as soon as a trial succeeds. Fix that, or reject it so that its owner asks for it again.'
  if (isWaitingLong)
    return 'No worker has signed it. Look whether one with its key runs, and when it last looked (Chains).'
  return 'A worker signs it within seconds. Nothing to do.'
}

function adviceForSent(row: About, attempts: readonly { is_empty: boolean }[]): string {
  if (row.cancelAskedAt !== null)
    return attempts.some(({ is_empty }) => is_empty)
      ? 'An empty transaction competes for its nonce. The one that is mined first counts, and this ends when that one is final. Wait, or raise its fee.'
      : 'A worker is about to put an empty transaction in its place.'
  if (row.bumpAskedAt !== null) return 'A worker is about to raise its fee.'
  if (!row.isNext)
    return 'An earlier transaction of the same key is not mined yet, and this one waits for it: act on that one.'
  if (!row.isWaitingLong) return 'It is on its way. Nothing to do.'
  return 'It has waited for long. Check the gas of its key and the answers of the endpoints; then raise its fee, or cancel its nonce if its effect can be asked for again.'
}
