import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { type UploadFacts, upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'

/** A worker reads a film within half a second; who waits for longer is told so, and asks again. */
const waitMs = 8_000
const lookEveryMs = 50

/**
 * What a whole upload says of itself, waiting a little for the worker that reads it. This process never reads it.
 *
 * @throws CairnError `unavailable` with the field `upload_id` when no worker has read it in time: nothing is lost, and the same request can be sent again
 */
export async function awaitFacts(args: {
  ctx: Pick<Context, 'db'>
  input: { uploadId: string }
}): Promise<UploadFacts> {
  const { ctx, input } = args
  const giveUpAt = performance.now() + waitMs
  for (let looks = 0; ; looks++) {
    const [row] = await ctx.db
      .select({ facts: upload.facts })
      .from(upload)
      .where(eq(upload.uploadId, input.uploadId))
    if (row?.facts) return row.facts
    if (looks === 0) await ringWorkers(ctx.db)
    if (performance.now() > giveUpAt)
      throw new CairnError(
        'unavailable',
        'upload_id: has arrived whole and is being read. Hand it in again in a moment: it is not sent anew.',
        { field: 'upload_id', retryAfterSeconds: 5 },
      )
    await setTimeout(lookEveryMs)
  }
}
