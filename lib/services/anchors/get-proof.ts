import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { and, eq, isNotNull } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { tree } from '#db/schema/tree'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { fromHex, hashFields, leafOf, toHex } from '#lib/domain/proof/leaf'
import { equalBytes, proofOf } from '#lib/domain/proof/merkle'
import { proofVersion } from '#lib/domain/proof/proof'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import type { ProofAnswer } from '#lib/schemas/proof'
import { ofCapture } from '#lib/services/observations/load-unsold'
import { describeAttestation } from './describe-attestation.ts'
import { loadTree } from './load-tree.ts'

/**
 * Everything that is needed to verify a file without this service. Place and time are shown to everyone who knows the hash of the
 * file, as in the provenance answer.
 *
 * @param input.sha256 64 lower-case hex digits
 */
export async function getProof({
  ctx,
  input,
}: {
  ctx: Context
  input: { sha256: string }
}): Promise<ProofAnswer> {
  const { sha256 } = input
  const [row] = await ctx.db
    .select({ capture, finalTree: tree.treeId, withdrawnAt: withdrawnCapture.withdrawnAt })
    .from(capture)
    .leftJoin(withdrawnCapture, ofCapture)
    .leftJoin(tree, and(eq(tree.treeId, capture.treeId), eq(tree.state, 'final'), isNotNull(tree.attestUid)))
    .where(eq(capture.sha256, fromHex(sha256)))
  if (!row) return { status: 'unknown', sha256 }
  const { leafIndex, salt, cell, capturedAt } = row.capture
  const { madeFrom } = row.capture
  const beside = {
    ...(madeFrom ? { made_from: bytesToHex(madeFrom) } : {}),
    ...(row.withdrawnAt ? { withdrawn_at: isoTime(row.withdrawnAt) } : {}),
  }
  if (row.finalTree === null || leafIndex === null)
    return {
      status: 'pending',
      sha256,
      anchored_within_seconds: longestWait(ctx.env, row.capture),
      ...beside,
    }

  const loaded = await loadTree(ctx, row.finalTree)
  if (!loaded) throw new Error(`tree ${row.finalTree} is final and cannot be loaded`)
  const opened = {
    captureSha256: row.capture.sha256,
    salt,
    geohash: cellToGeohash(cell),
    capturedAtMs: capturedAt.getTime(),
  }
  const leaf = leafOf(opened)
  if (!equalBytes(leaf, loaded.leaves[leafIndex]!))
    throw new Error(`the capture at leaf ${leafIndex} of tree ${row.finalTree} is not what was attested`)
  return {
    status: 'anchored',
    version: proofVersion,
    sha256,
    salt: toHex(salt),
    fields: toHex(hashFields(opened)),
    geohash: opened.geohash,
    captured_at: isoSeconds(opened.capturedAtMs / 1_000),
    leaf_index: leafIndex,
    leaf_hash: toHex(leaf),
    proof: proofOf(loaded.merkle, leafIndex).map(toHex),
    tree: {
      tree_id: loaded.row.treeId,
      leaf_count: loaded.row.leafCount,
      root: toHex(loaded.row.root),
      prev_root: toHex(loaded.row.prevRoot),
      leaf_spec: toHex(loaded.row.leafSpec),
    },
    attestation: describeAttestation(loaded.row, ctx.env.anchor.eas),
    ...beside,
  }
}

/** Seconds. For a delivered capture always the longest possible wait, because the time of its round is secret. */
function longestWait({ anchor }: Pick<Env, 'anchor'>, { roundId }: typeof capture.$inferSelect): number {
  return roundId === null ? anchor.maxAgeSeconds : anchor.deliveryDelaySeconds + anchor.maxAgeSeconds
}
