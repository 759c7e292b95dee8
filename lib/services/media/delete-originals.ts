import 'server-only'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { removeStaged, stagedPath } from '#lib/adapters/uploads/staged-file'
import { bountyStates, isEnded } from '#lib/domain/bounty/bounty'
import { storageKey } from '#lib/services/media/storage-key'

type Ctx = Pick<Context, 'env' | 'db' | 'storage'>
type File = typeof submissionFile.$inferSelect

const atOnce = 100
const endedStates = sql.join(
  bountyStates.filter(isEnded).map((state) => sql`${state}`),
  sql`, `,
)

/**
 * Deletes the films that were not accepted, `ORIGINALS_DAYS` after their bounties ended. Their rows stay, with hash, measurements and
 * the time of the deletion.
 *
 * First the deletion is recorded, which the database refuses for a film that is or may still be accepted; then the file is removed;
 * then its key. After a crash in between, the next call continues.
 *
 * @returns the number of removed files
 */
export async function deleteOriginals({ ctx }: { ctx: Ctx }): Promise<{ deleted: number }> {
  await markDue(ctx)
  const marked = await ctx.db
    .select()
    .from(submissionFile)
    .where(and(isNotNull(submissionFile.originalDeletedAt), isNotNull(submissionFile.originalKey)))
    .limit(atOnce)
  for (const file of marked) await remove(ctx, file)
  return { deleted: marked.length }
}

async function markDue(ctx: Ctx): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // While a job waits or runs, a worker may be reading the film or storing it.
    const due = await tx.execute<{ submissionId: string }>(sql`
      select file.submission_id as "submissionId"
      from submission_file file
      join submission using (submission_id)
      join bounty using (bounty_id)
      where file.original_deleted_at is null and file.delivered_at is null
        and bounty.state in (${endedStates})
        and bounty.accepted_submission_id is distinct from submission.submission_id
        and bounty.updated_at <= service_now() - make_interval(days => ${ctx.env.media.originalsDays})
        and not exists (
          select from pgboss.job where job.singleton_key = submission.submission_id and job.state < 'completed')
      limit ${atOnce} for update of file skip locked`)
    for (const { submissionId } of due) await mark(ctx, tx, submissionId)
  })
}

async function mark(ctx: Ctx, tx: Pick<Ctx['db'], 'select' | 'update'>, submissionId: string): Promise<void> {
  const isIt = eq(submissionFile.submissionId, submissionId)
  const [file] = await tx.select().from(submissionFile).where(isIt)
  // A film that is only staged gets a key too: a key means that there is still a file to remove.
  const { mediaType } = file!
  const originalKey =
    file!.originalKey ?? storageKey(ctx.env, { kind: 'originals', submissionId, type: mediaType })
  await tx.update(submissionFile).set({ originalDeletedAt: sql`service_now()`, originalKey }).where(isIt)
}

async function remove(ctx: Ctx, { submissionId, uploadId, originalKey }: File): Promise<void> {
  await removeStaged(stagedPath(ctx.env.media.folder, uploadId))
  await ctx.storage.remove(originalKey!)
  await ctx.db
    .update(submissionFile)
    .set({ originalKey: null })
    .where(eq(submissionFile.submissionId, submissionId))
}
