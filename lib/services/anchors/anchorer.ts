import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'

/** Who attests our trees, and where. */
export type Anchorer = { chain: Chain; signer: Signer }

/** `undefined` in a process without the anchoring key, which then leaves anchoring to others. */
export function createAnchorer(ctx: Pick<Context, 'env' | 'chains'>): Anchorer | undefined {
  const { anchorKey, anchor } = ctx.env
  const chain = ctx.chains.get(anchor.chainId)
  return anchorKey && chain ? { chain, signer: createSigner(anchorKey) } : undefined
}
