import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'

/** The key that attests our trees, and the chain. */
export type Anchorer = { chain: Chain; signer: Signer }

/** `undefined` in a process that lacks the anchoring key and therefore does not anchor. */
export function createAnchorer(ctx: Pick<Context, 'env' | 'chains'>): Anchorer | undefined {
  const { anchorKey, anchor } = ctx.env
  const chain = ctx.chains.get(anchor.chainId)
  return anchorKey && chain ? { chain, signer: createSigner(anchorKey) } : undefined
}
