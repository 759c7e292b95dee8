import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { eq, or } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { equalBytes } from '#lib/domain/merkle'
import type { Observation } from '#lib/schemas/observation'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { loadTree } from '#lib/services/anchors/load-tree'
import { type AnchorTree, describeObservation } from '#lib/services/observations/describe'

/**
 * What is attested and no observation, described as one would be: the manifest of a model, which has place and time of the
 * capture it was made from, or a withdrawn capture. No query finds it, and none is sold.
 *
 * @param hash 64 lower-case hexadecimal digits
 * @returns `isManifest`: it is the manifest of a model. `withdrawnAt` of the capture itself, or of the one a manifest was made
 *   from; `null` when neither was
 * @throws Error when it is not what was attested
 */
export async function loadUnsold(
  ctx: Pick<Context, 'env' | 'db'>,
  hash: string,
): Promise<{ observation: Observation; isManifest: boolean; withdrawnAt: Date | null } | undefined> {
  const [found] = await ctx.db
    .select({ row: capture, withdrawnAt: withdrawnCapture.withdrawnAt })
    .from(capture)
    .leftJoin(withdrawnCapture, ofCapture)
    .where(eq(capture.sha256, hexToBytes(hash)))
  if (!found || found.row.treeId === null || (found.row.madeFrom === null && !found.withdrawnAt))
    return undefined
  const { row, withdrawnAt } = found
  const loaded = await loadTree(ctx, found.row.treeId)
  if (!loaded) return undefined
  const { sha256, cell, capturedAt } = row
  const leafHash = leafOfCapture(row)
  if (!equalBytes(leafHash, loaded.leaves[row.leafIndex!]!))
    throw new Error(`leaf ${row.leafIndex} of tree ${row.treeId} is not what was attested`)
  const recency = -capturedAt.getTime() / 1_000
  const observation = describeObservation(
    ctx.env,
    { sha256, cell, recency, leafHash, treeId: loaded.row.treeId },
    loaded.row as AnchorTree,
  )
  return { observation, isManifest: row.madeFrom !== null, withdrawnAt }
}

/** Joins what was withdrawn of a capture: itself, or what it was made from. Never both. */
export const ofCapture = or(
  eq(withdrawnCapture.sha256, capture.sha256),
  eq(withdrawnCapture.sha256, capture.madeFrom),
)
