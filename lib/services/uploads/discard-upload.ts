import 'server-only'
import { and } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'
import { CairnError } from '#lib/domain/errors'
import { findUpload } from '#lib/services/uploads/find-upload'
import { isOwnUpload, isStaged } from '#lib/services/uploads/upload-row'

/**
 * Discards an upload of a wallet and deletes its bytes.
 *
 * @throws CairnError `not_found`, or `upload_conflict` if it was submitted
 */
export async function discardUpload(args: {
  ctx: Pick<Context, 'env' | 'db'>
  input: { uploadId: string; owner: string }
}): Promise<void> {
  const { ctx, input } = args
  const discarded = await ctx.db
    .update(upload)
    .set({ state: 'discarded' })
    .where(and(isOwnUpload(input), isStaged))
    .returning({ uploadId: upload.uploadId })
  if (discarded.length === 0) {
    await findUpload({ ctx, input })
    throw new CairnError('upload_conflict', 'This upload was submitted and cannot be discarded.')
  }
  await removeStaged(stagedPath(ctx.env.media.folder, input.uploadId))
}
