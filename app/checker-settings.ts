import type { CheckerSettings } from '#components/verify/checker'
import type { Context } from '#lib/adapters/context'
import { getTrust } from '#lib/services/anchors/get-trust'

/** What a page with a check needs to know of this service. */
export async function checkerSettings(ctx: Context): Promise<CheckerSettings> {
  const { mode, anchor } = ctx.env
  return { trust: await getTrust({ ctx }), rpcUrl: anchor.publicRpcUrl, isDemo: mode === 'sandbox' }
}
