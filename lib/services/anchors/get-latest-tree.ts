import 'server-only'
import { desc, eq } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'

/** The newest tree whose attestation is final; `undefined` before the first. */
export async function getLatestTree({
  ctx,
}: {
  ctx: Context
}): Promise<{ treeId: number; leafCount: number; attestedAt: Date | null } | undefined> {
  const [row] = await ctx.db
    .select({ treeId: tree.treeId, leafCount: tree.leafCount, attestedAt: tree.attestedAt })
    .from(tree)
    .where(eq(tree.state, 'final'))
    .orderBy(desc(tree.treeId))
    .limit(1)
  return row
}
