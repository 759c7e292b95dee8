import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Env } from '#lib/adapters/env'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { toHex } from '#lib/domain/proof/leaf'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Anchor, Observation } from '#lib/schemas/observation'
import type { ObservationRow } from '#lib/services/observations/newest'

/** The parts of a final tree that an anchor has. */
export type AnchorTree = { treeId: number; root: Uint8Array; attestUid: Uint8Array; attestTx: Uint8Array }

/** The observation, for answers. */
export function describeObservation(env: Env, row: ObservationRow, tree: AnchorTree): Observation {
  const id = bytesToHex(row.sha256)
  return {
    observation_id: id,
    provenance_hash: `sha256:${id}`,
    geohash: cellToGeohash(row.cell),
    captured_at: isoSeconds(-row.recency),
    anchor: describeAnchor(env, row.leafHash, tree),
  }
}

function describeAnchor(env: Env, leafHash: Uint8Array, tree: AnchorTree): Anchor {
  const leaf = toHex(leafHash)
  const uid = toHex(tree.attestUid)
  return {
    chain_id: env.anchor.chainId,
    tree_id: tree.treeId,
    leaf_hash: leaf,
    root: toHex(tree.root),
    attest_uid: uid,
    attest_tx: toHex(tree.attestTx),
    eas_url: `${env.anchor.easExplorerUrl}/attestation/view/${uid}`,
    viewer_url: `${env.baseUrl}/trees/${tree.treeId}?leaf=${leaf}`,
  }
}
