import { randomBytes } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { capture } from '#db/schema/capture'
import { tree } from '#db/schema/tree'
import type { Db } from '#lib/adapters/db'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { fromHex, leafSpec } from '#lib/domain/proof/leaf'
import { buildTree, rootOf } from '#lib/domain/proof/merkle'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { publishTree } from '#lib/services/observations/publish-tree'

const bytes32 = () => new Uint8Array(randomBytes(32))

/** Captures in a tree whose proofs hold, as if it had been attested; answers their ids. `isFinal: false`: its attestation is under way. */
export async function anchorTestCaptures(
  { db }: { db: Db },
  given: { treeId: number; geohashes: readonly string[]; capturedAt: string; isFinal?: boolean },
): Promise<string[]> {
  const { treeId, geohashes, isFinal = true } = given
  const rows = geohashes.map((geohash, leafIndex) => ({
    sha256: bytes32(),
    cell: geohashToCell(geohash)!,
    capturedAt: new Date(given.capturedAt),
    salt: bytes32(),
    treeId,
    leafIndex,
  }))
  const leaves = rows.map(leafOfCapture)
  const attested = { attestUid: bytes32(), attestTx: bytes32(), attestBlock: 1, attestedAt: new Date() }
  await db.transaction(async (tx) => {
    await tx.insert(tree).values({
      treeId,
      state: isFinal ? 'final' : 'attesting',
      leafCount: rows.length,
      root: rootOf(buildTree(leaves)),
      prevRoot: bytes32(),
      leafSpec: fromHex(leafSpec),
      chainId: 8453,
      schemaUid: bytes32(),
      attester: '0x0000000000000000000000000000000000000001',
      ...(isFinal ? attested : {}),
    })
    await tx.insert(capture).values(rows)
    if (isFinal)
      await publishTree({
        tx,
        treeId,
        leaves: rows.map(({ sha256, cell, capturedAt }, index) => ({
          sha256,
          cell,
          capturedAtSeconds: capturedAt.getTime() / 1_000,
          leafHash: leaves[index]!,
        })),
      })
  })
  return rows.map(({ sha256 }) => bytesToHex(sha256))
}
