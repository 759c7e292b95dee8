import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Tx } from '#lib/adapters/db'
import { compareBytes } from '#lib/domain/proof/merkle'
import { extendFeed, lockFeed } from '#lib/services/feed/extend-feed'
import { batches } from '#lib/services/observations/batches'
import { addPresence } from '#lib/services/observations/presence'

export type PublishedLeaf = {
  sha256: Uint8Array
  cell: number
  /** Whole epoch seconds. */
  capturedAtSeconds: number
  leafHash: Uint8Array
}

/**
 * Publishes the captures of a final tree as observations, in the caller's transaction, without those that were withdrawn before.
 * Repeating it changes nothing.
 *
 * The head of the feed is locked first, until the caller commits, so publications and withdrawals happen one after the other. No
 * other lock is waited for while it is held.
 */
export async function publishTree(args: {
  tx: Tx
  treeId: number
  leaves: readonly PublishedLeaf[]
}): Promise<void> {
  const { tx, treeId } = args
  const first = await lockFeed(tx)
  const withdrawn = await findWithdrawn(tx, treeId)
  const leaves = args.leaves.filter(({ sha256 }) => !withdrawn.has(bytesToHex(sha256)))
  const rows = leaves
    .map(({ sha256, cell, capturedAtSeconds, leafHash }) => {
      if (!Number.isSafeInteger(capturedAtSeconds)) throw new RangeError('capturedAtSeconds must be whole')
      return { recency: -capturedAtSeconds, cell, treeId, leafHash, sha256 }
    })
    .sort((a, b) => compareBytes(a.sha256, b.sha256))
  const inserted: { sha256: Uint8Array; cell: number }[] = []
  for (const batch of batches(rows)) {
    const { sha256, cell } = observation
    inserted.push(
      ...(await tx.insert(observation).values(batch).onConflictDoNothing().returning({ sha256, cell })),
    )
  }
  await extendFeed(tx, first, inserted)
  await addPresence(
    tx,
    leaves.map(({ cell }) => cell),
  )
}

async function findWithdrawn(tx: Tx, treeId: number): Promise<Set<string>> {
  const rows = await tx
    .select({ sha256: withdrawnCapture.sha256 })
    .from(withdrawnCapture)
    .innerJoin(capture, eq(capture.sha256, withdrawnCapture.sha256))
    .where(eq(capture.treeId, treeId))
  return new Set(rows.map(({ sha256 }) => bytesToHex(sha256)))
}
