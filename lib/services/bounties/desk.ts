import 'server-only'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'

/** The keys that move the money of bounties: the treasury posts and pays back, the operator releases, cancels, refunds. */
export type Desk = { treasury: Signer; operator: Signer }

/** `undefined` in a process without both keys, which then leaves the money to others. */
export function createDesk(ctx: Pick<Context, 'env'>): Desk | undefined {
  const { treasuryKey, operatorKey } = ctx.env
  if (!treasuryKey || !operatorKey) return undefined
  return { treasury: createSigner(treasuryKey), operator: createSigner(operatorKey) }
}
