import 'server-only'
import { createSigner } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { createRemoteFacilitator } from '#lib/adapters/facilitator/remote'

/** Opens the configured facilitator: the remote one if `FACILITATOR_URL` is set, else the built-in one. */
export function openFacilitator(
  ctx: Pick<Context, 'env' | 'db' | 'sql' | 'log' | 'clock' | 'chains'>,
): Facilitator {
  const { facilitatorUrl, facilitatorToken, relayerKey } = ctx.env
  if (facilitatorUrl)
    return createRemoteFacilitator({ url: facilitatorUrl, token: facilitatorToken, log: ctx.log })
  if (!relayerKey) throw new Error('RELAYER_KEY is required unless FACILITATOR_URL is set')
  return createBuiltInFacilitator({ ctx, signer: createSigner(relayerKey) })
}
