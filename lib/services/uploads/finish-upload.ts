import 'server-only'
import { and, eq } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { removeHashState } from '#lib/adapters/uploads/running-hash'
import { hashStaged, stagedLength, stagedPath } from '#lib/adapters/uploads/staged-file'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { isStaged, type UploadRow } from '#lib/services/uploads/upload-row'

/**
 * Records that an upload is complete, with its hash; does nothing while bytes are missing. Safe to repeat, also concurrently: a
 * complete file is never written to.
 *
 * @returns the number of bytes received
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
  // A worker then reads its metadata, so that it is known when the upload is submitted.
  await notifyWorkers(ctx.db)
  return length
}
