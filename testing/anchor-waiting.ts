import { eq } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import type { Context } from '#lib/adapters/context'
import { createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { finishTrees } from '#lib/services/anchors/finish-trees'
import type { LocalChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import { until } from '#testing/until'

/** Puts all waiting captures into a tree, including those of open rounds, attests it on a local chain, and publishes it. */
export async function anchorWaiting(ctx: Context, chains: LocalChains): Promise<void> {
  const anchorer = createAnchorer(ctx)!
  const { rpcUrl } = chains.networks['eip155:8453']
  const pass = async () => {
    await passSenderQueue({ ctx, ...anchorer, timing: { rebroadcastAfterMs: -1, bumpAfterMs: 3_600_000 } })
    await openLocal(rpcUrl).mine({ blocks: 1 })
  }
  await until(async () => (await ensureSchema({ ctx, anchorer })) || void (await pass()), {
    what: 'the schema',
  })
  await ctx.sql`update publication_round set early_at = opened_at, late_at = opened_at where ended_at is null`
  const treeId = await buildTree({ ctx, anchorer })
  await until(
    async () => {
      await pass()
      await finishTrees({ ctx, anchorer })
      const [row] = await ctx.db.select().from(tree).where(eq(tree.treeId, treeId!))
      return row?.state === 'final'
    },
    { what: 'the tree is final' },
  )
}
