import 'server-only'
import { and, inArray, lte, ne, sql } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { listStaged, removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'

const atOnce = 500

/**
 * Discards uploads whose time is over, and removes every staged file that no upload stands for: theirs, and what a crash
 * left. An upload has its row before it has a file, so none that is under way is taken for one of these.
 */
export async function expireUploads(args: {
  ctx: Pick<Context, 'env' | 'db'>
}): Promise<{ expired: number; removed: number }> {
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
  const staged = await listStaged(folder)
  let removed = 0
  for (let from = 0; from < staged.length; from += atOnce) {
    const some = staged.slice(from, from + atOnce)
    const kept = await ctx.db
      .select({ uploadId: upload.uploadId })
      .from(upload)
      .where(and(inArray(upload.uploadId, some), ne(upload.state, 'discarded')))
    const keptIds = new Set(kept.map((row) => row.uploadId))
    for (const uploadId of some.filter((id) => !keptIds.has(id))) {
      await removeStaged(stagedPath(folder, uploadId))
      removed += 1
    }
  }
  return { expired: expired.length, removed }
}
