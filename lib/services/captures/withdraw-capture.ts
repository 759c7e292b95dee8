import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { event } from '#db/schema/service'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import type { WithdrawalReason } from '#lib/domain/withdrawal'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { lockFeed } from '#lib/services/feed/extend-feed'
import { dropPresence } from '#lib/services/observations/presence'

/**
 * Takes a capture out of all that is sold and shown, from this commit on: its observation goes, and with it what every query,
 * look-up and stream reads. Its leaf stays, by which trees, proofs and searches go on. One that is not anchored yet is
 * anchored like the others, and observed never.
 *
 * @param input.sha256 64 lower-case hex digits
 * @throws CairnError `not_found`, `conflict` when it is withdrawn, or is no capture but a model's manifest
 */
export async function withdrawCapture(args: {
  tx: Tx
  input: { sha256: string; reason: WithdrawalReason }
}): Promise<{ wasObserved: boolean }> {
  const { tx, input } = args
  const sha256 = hexToBytes(input.sha256)
  // Before anything else: a tree is published, and this done, one after the other.
  await lockFeed(tx)
  const [row] = await tx.select().from(capture).where(eq(capture.sha256, sha256)).for('update')
  if (!row) throw new CairnError('not_found', `There is no capture ${input.sha256}.`)
  if (row.madeFrom) throw new CairnError('conflict', 'This is the manifest of a model, and no capture.')
  const [gone] = await tx
    .delete(observation)
    .where(eq(observation.sha256, sha256))
    .returning({ cell: observation.cell })
  const written = await tx
    .insert(withdrawnCapture)
    .values({ sha256, reason: input.reason, wasObserved: gone !== undefined })
    .onConflictDoNothing()
    .returning({ sha256: withdrawnCapture.sha256 })
  if (written.length === 0) throw new CairnError('conflict', 'This capture is withdrawn already.')
  await tx
    .update(capture)
    .set({ leafHash: leafOfCapture(row) })
    .where(eq(capture.sha256, sha256))
  if (gone) await dropPresence(tx, gone.cell)
  const data = { reason: input.reason }
  await tx.insert(event).values({ subject: 'capture', subjectId: input.sha256, name: 'withdrawn', data })
  return { wasObserved: gone !== undefined }
}
