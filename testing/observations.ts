import { randomBytes } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { tree } from '#db/schema/tree'
import type { Db } from '#lib/adapters/db'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { type PublishedLeaf, publishTree } from '#lib/services/observations/publish-tree'

const bytes32 = () => new Uint8Array(randomBytes(32))

/** A query that finds them. */
export const testQuery = {
  aoi: { type: 'Point', coordinates: [2.2945, 48.8584] },
  from: '2020-01-01',
  to: '2026-11-20',
}

/** Puts observations in a final tree of their own, as if they had been attested; answers their ids. */
export async function publishTestObservations(
  { db }: { db: Db },
  options: {
    treeId?: number
    count?: number
    geohash?: string
    capturedAt?: string
    /** Called with the ids before any of them is visible. */
    onIds?: (ids: string[]) => void
  } = {},
): Promise<string[]> {
  const { treeId = 1, count = 1, geohash = 'u09tun', capturedAt = '2026-06-01T12:00:00Z' } = options
  const leaves = Array.from({ length: count }, () => ({
    sha256: bytes32(),
    cell: geohashToCell(geohash)!,
    capturedAtSeconds: Date.parse(capturedAt) / 1_000,
    leafHash: bytes32(),
  }))
  const ids = leaves.map((leaf) => bytesToHex(leaf.sha256))
  options.onIds?.(ids)
  await publishLeaves({ db }, { treeId, leaves, attestedAt: new Date(capturedAt) })
  return ids
}

/** Publishes leaves in a final tree of their own. `attestedAt` is now unless given. */
export async function publishLeaves(
  { db }: { db: Db },
  input: { treeId: number; leaves: readonly PublishedLeaf[]; attestedAt?: Date },
): Promise<void> {
  const { treeId, leaves, attestedAt = new Date() } = input
  await db.transaction(async (tx) => {
    await tx.insert(tree).values({
      treeId,
      state: 'final',
      leafCount: leaves.length,
      root: bytes32(),
      prevRoot: bytes32(),
      leafSpec: bytes32(),
      chainId: 8453,
      schemaUid: bytes32(),
      attester: '0x0000000000000000000000000000000000000001',
      attestUid: bytes32(),
      attestTx: bytes32(),
      attestBlock: 1,
      attestedAt,
    })
    await publishTree({ tx, treeId, leaves })
  })
}
