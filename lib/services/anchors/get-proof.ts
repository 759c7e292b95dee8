import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Context } from '#lib/adapters/context'
import type { Env } from '#lib/adapters/env'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { fromHex, hashFields, leafOf, toHex } from '#lib/domain/proof/leaf'
import { equalBytes, proofOf } from '#lib/domain/proof/merkle'
import { proofVersion } from '#lib/domain/proof/proof'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import type { ProofAnswer } from '#lib/schemas/proof'
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
  const hash = fromHex(sha256)
  const [row] = await ctx.sql.unsafe<Row[]>(proofSql, [hash], { prepare: true })
  const demo = ctx.env.mode === 'sandbox' ? { is_demonstration: true as const } : {}
  if (!row) return { status: 'unknown', sha256, ...demo }
  const { leaf_index: leafIndex, final_tree: finalTree, salt, cell } = row
  const beside = {
    ...demo,
    ...(row.made_from ? { made_from: bytesToHex(row.made_from) } : {}),
    ...(row.withdrawn_ms === null ? {} : { withdrawn_at: isoTime(new Date(Math.floor(row.withdrawn_ms))) }),
  }
  if (finalTree === null || leafIndex === null)
    return { status: 'pending', sha256, anchored_within_seconds: longestWait(ctx.env, row), ...beside }

  const loaded = await loadTree(ctx, finalTree)
  if (!loaded) throw new Error(`tree ${finalTree} is final and cannot be loaded`)
  const opened = {
    captureSha256: hash,
    salt,
    geohash: cellToGeohash(cell),
    capturedAtMs: row.captured_seconds * 1_000,
  }
  const leaf = leafOf(opened)
  if (!equalBytes(leaf, loaded.leaves[leafIndex]!))
    throw new Error(`the capture at leaf ${leafIndex} of tree ${finalTree} is not what was attested`)
  return {
    status: 'anchored',
    version: proofVersion,
    sha256,
    salt: toHex(salt),
    fields: toHex(hashFields(opened)),
    geohash: opened.geohash,
    captured_at: isoSeconds(row.captured_seconds),
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
function longestWait({ anchor }: Pick<Env, 'anchor'>, { round_id }: Row): number {
  return round_id === null ? anchor.maxAgeSeconds : anchor.deliveryDelaySeconds + anchor.maxAgeSeconds
}

type Row = {
  cell: number
  captured_seconds: number
  salt: Uint8Array
  made_from: Uint8Array | null
  round_id: number | null
  leaf_index: number | null
  /** `null` until its attestation is final. */
  final_tree: number | null
  /** When the capture, or the one that a model was made from, was withdrawn. */
  withdrawn_ms: number | null
}

const proofSql = `
  select cell, extract(epoch from captured_at)::float8 as captured_seconds, salt, made_from, round_id, leaf_index,
    tree.tree_id as final_tree,
    (extract(epoch from coalesce(own.withdrawn_at, source.withdrawn_at)) * 1000)::float8 as withdrawn_ms
  from capture
  left join tree on tree.tree_id = capture.tree_id and tree.state = 'final'
  left join withdrawn_capture own on own.sha256 = capture.sha256
  left join withdrawn_capture source on source.sha256 = capture.made_from
  where capture.sha256 = $1`
