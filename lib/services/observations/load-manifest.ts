import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { and, eq, isNotNull } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import type { Context } from '#lib/adapters/context'
import { equalBytes } from '#lib/domain/merkle'
import type { Observation } from '#lib/schemas/observation'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { loadTree } from '#lib/services/anchors/load-tree'
import { type AnchorTree, describeObservation } from '#lib/services/observations/describe'

/**
 * The manifest of a model by its hash, described as the observation it was made from would be: place and time are that one's.
 * Attested, and no observation itself: no query finds it, and none is sold.
 *
 * @param hash 64 lower-case hexadecimal digits
 * @throws Error when it is not what was attested
 */
export async function loadManifest(
  ctx: Pick<Context, 'env' | 'db'>,
  hash: string,
): Promise<Observation | undefined> {
  const [row] = await ctx.db
    .select()
    .from(capture)
    .where(and(eq(capture.sha256, hexToBytes(hash)), isNotNull(capture.madeFrom)))
  if (!row || row.treeId === null) return undefined
  const loaded = await loadTree(ctx, row.treeId)
  if (!loaded) return undefined
  const { sha256, cell, capturedAt, treeId } = row
  const leafHash = leafOfCapture(row)
  if (!equalBytes(leafHash, loaded.leaves[row.leafIndex!]!))
    throw new Error(`the manifest at leaf ${row.leafIndex} of tree ${treeId} is not what was attested`)
  const recency = -capturedAt.getTime() / 1_000
  return describeObservation(ctx.env, { sha256, cell, recency, leafHash, treeId }, loaded.row as AnchorTree)
}
