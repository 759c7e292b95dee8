import 'server-only'
import { and, eq } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { removeHashState } from '#lib/adapters/uploads/running-hash'
import { hashStaged, stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { isStaged, type UploadRow } from '#lib/services/uploads/upload-row'

/**
 * Records that every byte of an upload is there, with their hash; nothing happens while some are missing. Safe to do again
 * and at once: nobody writes to a whole file.
 *
 * @returns how many bytes are there
 */
export async function finishUpload(args: {
  ctx: Pick<Context, 'env' | 'db'>
  input: Pick<UploadRow, 'uploadId' | 'byteLength' | 'state'>
}): Promise<number> {
  const { ctx, input } = args
  const { uploadId, byteLength } = input
  if (input.state !== 'receiving') return byteLength
  const path = stagedPath(ctx.env.media.folder, uploadId)
  const length = await stagedLength(path)
  if (length !== byteLength) return length
  await ctx.db
    .update(upload)
    .set({ state: 'received', sha256: await hashStaged(path, byteLength) })
    .where(and(eq(upload.uploadId, uploadId), eq(upload.state, 'receiving'), isStaged))
  await removeHashState(path)
  // One of them reads what it says of itself, so that this is known when it is handed in.
  await ringWorkers(ctx.db)
  return length
}
