import 'server-only'
import { and, desc, eq } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import type { Uploads } from '#lib/schemas/upload'
import { maxStagedBytes, maxStagedUploads } from '#lib/services/uploads/upload-limits'
import { isStaged } from '#lib/services/uploads/upload-row'

/** Lists the uploads of a wallet that no submission has taken, with the limits of a wallet. */
export async function listUploads(args: {
  ctx: Pick<Context, 'env' | 'db'>
  input: { owner: string }
}): Promise<Uploads> {
  const { ctx, input } = args
  const rows = await ctx.db
    .select()
    .from(upload)
    .where(and(eq(upload.owner, input.owner.toLowerCase()), isStaged))
    .orderBy(desc(upload.createdAt), desc(upload.uploadId))
  return {
    uploads: rows.map((row) => ({
      upload_id: row.uploadId,
      state: row.state === 'received' ? 'received' : 'receiving',
      byte_length: row.byteLength,
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    })),
    max_uploads: maxStagedUploads,
    max_bytes: maxStagedBytes(ctx.env),
  }
}
