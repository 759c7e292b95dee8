// The states of a transaction that we send.

/**
 * The state of a transaction that we want on a chain. `final` never changes; `mined` may still turn out to be `reverted`; `rejected` was
 * never sent, and `lost` means that another transaction used its nonce.
 */
export const chainTxStates = ['queued', 'sent', 'mined', 'final', 'reverted', 'rejected', 'lost'] as const
export type ChainTxState = (typeof chainTxStates)[number]

/** True for a transaction that can never take effect any more, so that another one may be requested. */
export function endedWithoutEffect(state: ChainTxState): boolean {
  return state === 'reverted' || state === 'rejected' || state === 'lost'
}
