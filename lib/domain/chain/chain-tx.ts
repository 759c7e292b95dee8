/**
 * Where a transaction stands that we want on a chain. `final` is forever; `mined` may still turn out to be `reverted`;
 * `rejected` was never sent, and the nonce of a `lost` one was used by another.
 */
export const chainTxStates = ['queued', 'sent', 'mined', 'final', 'reverted', 'rejected', 'lost'] as const
export type ChainTxState = (typeof chainTxStates)[number]

/** A transaction that can never take effect any more, so that another may be asked for. */
export function endedWithoutEffect(state: ChainTxState): boolean {
  return state === 'reverted' || state === 'rejected' || state === 'lost'
}
