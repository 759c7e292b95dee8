import 'server-only'
import type { tree } from '#db/schema/tree'
import { toHex } from '#lib/domain/proof/leaf'
import type { TreeSummary } from '#lib/schemas/trees'
import { describeAttestation } from './describe-attestation.ts'

/** A final tree without its leaves, for answers. */
export function describeTree(row: typeof tree.$inferSelect, eas: `0x${string}`): TreeSummary {
  return {
    tree_id: row.treeId,
    leaf_count: row.leafCount,
    root: toHex(row.root),
    prev_root: toHex(row.prevRoot),
    leaf_spec: toHex(row.leafSpec),
    attestation: describeAttestation(row, eas),
  }
}
