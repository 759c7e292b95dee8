import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { type UploadFacts, upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { CairnError } from '#lib/domain/errors'

/** A worker reads most films within half a second; the Content Credentials of a large one take minutes. After this time the caller is told to try again. */
const waitMs = 8_000
const pollEveryMs = 50

/**
 * The metadata of a complete upload. Waits a short time for the worker that reads it; this process never reads it.
 *
 * @throws CairnError `unavailable` with the field `upload_id` when no worker has read it in time. The same request can be sent again
 */
export async function awaitFacts(args: {
  ctx: Pick<Context, 'db'>
  input: { uploadId: string }
}): Promise<UploadFacts> {
  const { ctx, input } = args
  const giveUpAt = performance.now() + waitMs
  for (let reads = 0; ; reads++) {
    const [row] = await ctx.db
      .select({ facts: upload.facts })
      .from(upload)
      .where(eq(upload.uploadId, input.uploadId))
    if (row?.facts) return row.facts
    if (reads === 0) await notifyWorkers(ctx.db)
    if (performance.now() > giveUpAt)
      throw new CairnError(
        'unavailable',
        'upload_id has arrived and is being read. Send this request again in a moment; the film need not be uploaded again.',
        { field: 'upload_id', retryAfterSeconds: 5 },
      )
    await setTimeout(pollEveryMs)
  }
}
