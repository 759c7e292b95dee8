import 'server-only'
import { access } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import type { Film } from '#lib/services/media/load-film'
import { storageKey } from '#lib/services/media/storage-key'

type Ctx = Pick<Context, 'env' | 'db' | 'storage'>

/** Puts the staged film into the store, where it stays. Doing it again changes nothing. */
export async function keepOriginal(ctx: Ctx, { file }: Film): Promise<void> {
  if (file.originalKey !== null) return
  const { submissionId, mediaType } = file
  const key = storageKey(ctx.env, { kind: 'originals', submissionId, type: mediaType })
  const path = stagedPath(ctx.env.media.folder, file.uploadId)
  await ctx.storage.put({ key, path, type: mediaType ?? 'application/octet-stream' })
  await ctx.db
    .update(submissionFile)
    .set({ originalKey: key })
    .where(and(eq(submissionFile.submissionId, submissionId), isNull(submissionFile.originalKey)))
}

/** Gives a path of the film while `use` runs: the staged file as long as it is there, which spares fetching it. */
export async function withOriginal<Result>(
  ctx: Ctx,
  film: Film,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const staged = stagedPath(ctx.env.media.folder, film.file.uploadId)
  if (await isThere(staged)) return use(staged)
  const { submissionId, mediaType, originalKey } = film.file
  const key = originalKey ?? storageKey(ctx.env, { kind: 'originals', submissionId, type: mediaType })
  return ctx.storage.withLocal(key, use)
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
