import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { eq, or } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { equalBytes } from '#lib/domain/proof/merkle'
import type { Observation } from '#lib/schemas/observation'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { loadTree } from '#lib/services/anchors/load-tree'
import { type AnchorTree, describeObservation } from '#lib/services/observations/describe'

/**
 * Finds an attested capture that is not an observation, described like one: the manifest of a 3D model, which has the place and time
 * of the capture that the model was made from, a withdrawn capture, or a delivered film whose claims do not fit its bounty. These
 * are excluded from queries and from sale.
 *
 * It reads the primary, also after a look-up on a replica: its state is that of the look-up or a later one, as if both had read the primary.
 *
 * @param hash 64 lower-case hexadecimal digits
 * @returns `isManifest`: true for the manifest of a model. `withdrawnAt`: when the capture, or the one that the model was made from,
 *   was withdrawn; otherwise `null`. `claimsFit`: false for a film whose claims do not fit
 * @throws Error if it differs from what was attested
 */
export async function loadUnsold(
  ctx: Pick<Context, 'env' | 'db'>,
  hash: string,
): Promise<
  { observation: Observation; isManifest: boolean; claimsFit: boolean; withdrawnAt: Date | null } | undefined
> {
  const [found] = await ctx.db
    .select({ row: capture, withdrawnAt: withdrawnCapture.withdrawnAt })
    .from(capture)
    .leftJoin(withdrawnCapture, ofCapture)
    .where(eq(capture.sha256, hexToBytes(hash)))
  if (!found || found.row.treeId === null) return undefined
  const { row, withdrawnAt } = found
  if (row.madeFrom === null && row.claimsFit && !withdrawnAt) return undefined
  const loaded = await loadTree(ctx, row.treeId!)
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
  return { observation, isManifest: row.madeFrom !== null, claimsFit: row.claimsFit, withdrawnAt }
}

/** Joins the withdrawal of a capture, or of the capture that it was made from. At most one of them exists. */
const ofCapture = or(
  eq(withdrawnCapture.sha256, capture.sha256),
  eq(withdrawnCapture.sha256, capture.madeFrom),
)
