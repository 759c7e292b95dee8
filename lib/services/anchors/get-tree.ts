import 'server-only'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { toHex } from '#lib/domain/proof/leaf'
import type { TreeAnswer } from '#lib/schemas/proof'
import { describeTree } from './describe-tree.ts'
import { loadTree } from './load-tree.ts'

/**
 * A final tree with its leaves in order: hashes only, which do not lead to captures.
 *
 * @throws CairnError `not_found`
 */
export async function getTree({
  ctx,
  input,
}: {
  ctx: Context
  input: { treeId: number }
}): Promise<TreeAnswer> {
  const loaded = await loadTree(ctx, input.treeId)
  if (!loaded)
    throw new CairnError('not_found', `Tree ${input.treeId} does not exist, or is not anchored yet.`)
  const { row, leaves } = loaded
  return { ...describeTree(row, ctx.env.anchor.eas), leaves: leaves.map(toHex) }
}
