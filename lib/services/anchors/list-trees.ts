import 'server-only'
import { and, desc, eq, lt } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import { pageOf } from '#lib/schemas/cursor'
import { type TreePage, writeTreeCursor } from '#lib/schemas/trees'
import { describeTree } from './describe-tree.ts'

/** Final trees, newest first: hashes only, without any data of the captures. */
export async function listTrees(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { limit: number; beforeTreeId?: number | undefined }
}): Promise<TreePage> {
  const { ctx, input } = args
  const { limit, beforeTreeId } = input
  const rows = await ctx.db
    .select()
    .from(tree)
    .where(and(eq(tree.state, 'final'), beforeTreeId ? lt(tree.treeId, beforeTreeId) : undefined))
    .orderBy(desc(tree.treeId))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ treeId }) => writeTreeCursor(treeId))
  return { trees: page.map((row) => describeTree(row, ctx.env.anchor.eas)), next_cursor }
}
