import 'server-only'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { placeFilm } from '#lib/adapters/media/place-film'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import type { Film } from '#lib/services/media/load-film'
import { storageKey } from '#lib/services/media/storage-key'

// The submitted film in the store.

type Ctx = Pick<Context, 'env' | 'db' | 'storage'>

/** Moves the staged film to the store. Safe to repeat. */
export async function storeOriginal(ctx: Ctx, { file }: Film): Promise<void> {
  if (file.originalKey !== null || file.originalDeletedAt !== null) return
  const { submissionId, mediaType } = file
  const key = storageKey(ctx.env, { kind: 'originals', submissionId, type: mediaType })
  const path = stagedPath(ctx.env.media.folder, file.uploadId)
  await ctx.storage.put({ key, path, type: mediaType ?? 'application/octet-stream' })
  await ctx.db
    .update(submissionFile)
    .set({ originalKey: key })
    .where(and(eq(submissionFile.submissionId, submissionId), isNull(submissionFile.originalKey)))
}

/**
 * Calls `use` with a path to the film: the stored file, or before that a copy of the staged one, because another job may store and
 * remove it meanwhile.
 *
 * @param folder a private folder, which the caller removes
 */
export async function withOriginal<Result>(
  ctx: Ctx,
  { file }: Film,
  folder: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (file.originalKey !== null) return ctx.storage.withLocal(file.originalKey, use)
  const path = join(folder, 'staged')
  await placeFilm(stagedPath(ctx.env.media.folder, file.uploadId), path)
  return use(path)
}
