import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { event } from '#db/schema/service'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import type { WithdrawalReason } from '#lib/domain/proof/withdrawal'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { requestPurge } from '#lib/services/caches/request-purge'
import { lockFeed } from '#lib/services/feed/extend-feed'
import { dropPresence } from '#lib/services/observations/presence'
import { settleReport } from '#lib/services/reports/take-measure'

/**
 * Withdraws a capture from everything that is sold or shown, from the commit on. It deletes the row in `observation`, which all
 * queries, look-ups and streams read. The leaf remains, so trees, proofs and searches still work. A capture that is not anchored yet
 * will be anchored, but does not become an observation. A report of it is settled.
 *
 * @param input.sha256 64 lower-case hex digits
 * @throws CairnError `not_found`; `conflict` if it is already withdrawn, or is the manifest of a model
 */
export async function withdrawCapture(args: {
  ctx: Pick<Context, 'env'>
  tx: Tx
  input: { sha256: string; reason: WithdrawalReason }
}): Promise<{ wasObserved: boolean; closedReport: boolean }> {
  const { ctx, tx, input } = args
  const sha256 = hexToBytes(input.sha256)
  // The first lock, so that this does not run during the publication of a tree.
  await lockFeed(tx)
  const [row] = await tx.select().from(capture).where(eq(capture.sha256, sha256)).for('update')
  if (!row) throw new CairnError('not_found', `There is no capture ${input.sha256}.`)
  if (row.madeFrom) throw new CairnError('conflict', 'This is the manifest of a model, not a capture.')
  const [gone] = await tx
    .delete(observation)
    .where(eq(observation.sha256, sha256))
    .returning({ cell: observation.cell })
  const written = await tx
    .insert(withdrawnCapture)
    .values({ sha256, reason: input.reason, wasObserved: gone !== undefined })
    .onConflictDoNothing()
    .returning({ sha256: withdrawnCapture.sha256 })
  if (written.length === 0) throw new CairnError('conflict', 'This capture is already withdrawn.')
  await tx
    .update(capture)
    .set({ leafHash: leafOfCapture(row) })
    .where(eq(capture.sha256, sha256))
  if (gone) await dropPresence(tx, gone.cell)
  const data = { reason: input.reason }
  await tx.insert(event).values({ subject: 'capture', subjectId: input.sha256, name: 'withdrawn', data })
  const closedReport = await settleReport(tx, { kind: 'capture', subjectId: input.sha256 }, 'acted')
  await requestPurge({ ctx, tx, input })
  return { wasObserved: gone !== undefined, closedReport }
}
