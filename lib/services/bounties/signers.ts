import 'server-only'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'

/** The keys that move the money of bounties: the treasury posts and pays back, the operator releases, cancels, refunds. */
export type Signers = { treasury: Signer; operator: Signer }

/** `undefined` if this process lacks one of the two keys. It then moves no money. */
export function createSigners(ctx: Pick<Context, 'env'>): Signers | undefined {
  const { treasuryKey, operatorKey } = ctx.env
  if (!treasuryKey || !operatorKey) return undefined
  return { treasury: createSigner(treasuryKey), operator: createSigner(operatorKey) }
}
