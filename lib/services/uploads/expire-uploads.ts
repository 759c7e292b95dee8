import 'server-only'
import { and, inArray, lte, ne, sql } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { listLeftovers, removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'

const atOnce = 500

/**
 * Discards expired uploads with their files. Also removes files that a crash left in the folder: those that
 * belong to no upload and were last changed over a day ago.
 */
export async function expireUploads(args: {
  ctx: Pick<Context, 'env' | 'db'>
}): Promise<{ expired: number; leftovers: number }> {
  const { ctx } = args
  const { folder } = ctx.env.media
  const over = ctx.db
    .select({ uploadId: upload.uploadId })
    .from(upload)
    .where(and(inArray(upload.state, ['receiving', 'received']), lte(upload.expiresAt, sql`service_now()`)))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  const expired = await ctx.db
    .update(upload)
    .set({ state: 'discarded' })
    .where(inArray(upload.uploadId, over))
    .returning({ uploadId: upload.uploadId })
  for (const { uploadId } of expired) await removeStaged(stagedPath(folder, uploadId))
  const leftovers = await findLeftovers(ctx)
  for (const uploadId of leftovers) await removeStaged(stagedPath(folder, uploadId))
  return { expired: expired.length, leftovers: leftovers.length }
}

async function findLeftovers({ env, db }: Pick<Context, 'env' | 'db'>): Promise<string[]> {
  const old = await listLeftovers(env.media.folder)
  if (old.length === 0) return []
  const used = await db
    .select({ uploadId: upload.uploadId })
    .from(upload)
    .where(and(inArray(upload.uploadId, old), ne(upload.state, 'discarded')))
  const usedIds = new Set(used.map(({ uploadId }) => uploadId))
  return old.filter((uploadId) => !usedIds.has(uploadId))
}
