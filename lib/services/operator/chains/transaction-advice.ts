import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain-tx'
import { chainTxWords } from '#lib/domain/chain-tx-words'

type About = {
  kind: string
  state: ChainTxState
  error: string | null
  cancelAskedAt: Date | null
  bumpAskedAt: Date | null
  isNext: boolean
  isWaitingLong: boolean
  laneIsFrozen: boolean
}

/** What to do about a transaction as it stands, in a sentence or two. */
export function adviceFor(row: About, attempts: readonly { is_empty: boolean }[]): string {
  if (endedWithoutEffect(row.state))
    return `It had no effect and never will. ${chainTxWords(row.kind).afterwards}`
  if (row.state === 'final') return 'It is done for good. Nothing to do.'
  if (row.state === 'mined') return 'It is mined, and waits for its block to be final. Nothing to do.'
  return row.state === 'queued' ? adviceForQueued(row) : adviceForSent(row, attempts)
}

function adviceForQueued({ laneIsFrozen, error, isWaitingLong }: About): string {
  if (laneIsFrozen)
    return 'Its lane is frozen, so it waits without a nonce. Unfreeze the lane to have it sent, or reject it.'
  if (error !== null)
    return 'A trial of it fails, for the reason below; it is signed as soon as a trial succeeds. Mend that, or reject it so that its owner asks anew.'
  if (isWaitingLong)
    return 'No worker has signed it. Look whether one with its key runs, and when it last looked (Chains).'
  return 'A worker signs it within seconds. Nothing to do.'
}

function adviceForSent(row: About, attempts: readonly { is_empty: boolean }[]): string {
  if (row.cancelAskedAt !== null)
    return attempts.some(({ is_empty }) => is_empty)
      ? 'An empty transaction competes for its nonce. Whichever of them is mined first counts, and this ends when that is final. Nothing to do but wait, or raise its fee.'
      : 'A worker is about to put an empty transaction in its place.'
  if (row.bumpAskedAt !== null) return 'A worker is about to raise its fee.'
  if (!row.isNext)
    return 'An earlier transaction of the same key is not mined yet, and this one waits for it: act on that one.'
  if (!row.isWaitingLong) return 'It is on its way. Nothing to do.'
  return 'It waits for long. Look at the gas of its key and at what the endpoints say; then raise its fee, or cancel its nonce if what it is for can be asked for anew.'
}
