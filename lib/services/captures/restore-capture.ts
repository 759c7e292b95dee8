import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { and, eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { event } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { requestPurge } from '#lib/services/caches/request-purge'
import { extendFeed, lockFeed } from '#lib/services/feed/extend-feed'
import { addPresence } from '#lib/services/observations/presence'

/**
 * Reverses a withdrawal: the capture is sold again at once if its tree is final, or otherwise with its tree. A capture whose claims
 * do not fit its bounty stays unsold, as before. Listeners get the capture only if it was never an observation before, because each
 * observation is sent once.
 *
 * @param input.sha256 64 lower-case hex digits
 * @throws CairnError `conflict` if it is not withdrawn
 */
export async function restoreCapture(args: {
  ctx: Pick<Context, 'env'>
  tx: Tx
  input: { sha256: string }
}): Promise<{ isObserved: boolean }> {
  const { ctx, tx, input } = args
  const sha256 = hexToBytes(input.sha256)
  const first = await lockFeed(tx)
  const [was] = await tx
    .delete(withdrawnCapture)
    .where(eq(withdrawnCapture.sha256, sha256))
    .returning({ wasObserved: withdrawnCapture.wasObserved })
  if (!was) throw new CairnError('conflict', 'This capture is not withdrawn.')
  const [row] = await tx.select().from(capture).where(eq(capture.sha256, sha256))
  const { cell, treeId, capturedAt, claimsFit } = row!
  const [finalTree] =
    treeId === null || !claimsFit
      ? []
      : await tx
          .select({ treeId: tree.treeId })
          .from(tree)
          .where(and(eq(tree.treeId, treeId), eq(tree.state, 'final')))
  if (claimsFit) await tx.update(capture).set({ leafHash: null }).where(eq(capture.sha256, sha256))
  if (finalTree) {
    const recency = -capturedAt.getTime() / 1_000
    await tx
      .insert(observation)
      .values({ sha256, cell, recency, treeId: finalTree.treeId, leafHash: leafOfCapture(row!) })
    if (!was.wasObserved) await extendFeed(tx, first, [{ sha256, cell }])
    await addPresence(tx, [cell])
  }
  await tx.insert(event).values({ subject: 'capture', subjectId: input.sha256, name: 'restored' })
  await requestPurge({ ctx, tx, input })
  return { isObserved: finalTree !== undefined }
}
