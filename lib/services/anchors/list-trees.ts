import 'server-only'
import { and, desc, eq, lt } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
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
  const shown = rows.slice(0, limit)
  return {
    trees: shown.map((row) => describeTree(row, ctx.env.anchor.eas)),
    next_cursor: rows.length > limit ? writeTreeCursor(shown.at(-1)!.treeId) : null,
  }
}
