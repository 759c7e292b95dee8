import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import type { PaymentContext } from '#lib/services/payments/types'
import { openLocal } from '#sandbox/local-chain'

/**
 * The built-in facilitator, for tests in which a settlement must not succeed. It waits one second for a block while the chain does not mine or
 * cannot be reached. At other times it waits as long as in the service, because a busy machine may need that.
 */
export function createShortWaitFacilitator(ctx: Omit<PaymentContext, 'facilitator'>): Facilitator {
  const signer = createSigner(ctx.env.relayerKey!)
  const usual = createBuiltInFacilitator({ ctx, signer })
  const brief = createBuiltInFacilitator({ ctx, signer, waitMs: 1_000 })
  const isMining = (network: string) => {
    const [rpcUrl] = ctx.env.networks.find(({ id }) => id === network)!.rpcUrls
    return openLocal(rpcUrl!)
      .getAutomine()
      .catch(() => false)
  }
  return {
    ...usual,
    settle: async (payload, requirements) => {
      const facilitator = (await isMining(requirements.network)) ? usual : brief
      return facilitator.settle(payload, requirements)
    },
  }
}
