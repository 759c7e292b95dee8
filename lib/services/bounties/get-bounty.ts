import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Db, Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import type { Bounty } from '#lib/schemas/bounty'
import { describeBounty } from '#lib/services/bounties/describe-bounty'
import { loadBounty } from '#lib/services/bounties/load-bounty'

/** The context for showing a bounty. The store signs its links, until a time by the service's clock. */
export type BountyContext = Pick<Context, 'env' | 'db' | 'storage' | 'clock'>

/**
 * A bounty with its submissions. The caller has checked the access.
 *
 * @param args.tx the caller's transaction, to see what it wrote
 * @throws CairnError `not_found`
 */
export async function getBounty(args: {
  ctx: BountyContext
  input: { bountyId: string }
  tx?: Tx
}): Promise<Bounty> {
  const { ctx, input, tx } = args
  const db: Db | Tx = tx ?? ctx.db
  const found = await loadBounty(db, input.bountyId)
  if (!found) throw new CairnError('not_found', 'There is no such bounty.')
  return describeBounty({ ctx, ...found })
}
