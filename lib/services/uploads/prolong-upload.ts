import 'server-only'
import { and, eq } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { isStaged, nextExpiry } from '#lib/services/uploads/upload-row'

/** Extends the expiry of an upload after bytes arrived. @returns the new expiry; `undefined` if it has expired already */
export async function prolongUpload(args: {
  ctx: Pick<Context, 'db'>
  input: { uploadId: string }
}): Promise<Date | undefined> {
  const [row] = await args.ctx.db
    .update(upload)
    .set({ expiresAt: nextExpiry() })
    .where(and(eq(upload.uploadId, args.input.uploadId), isStaged))
    .returning({ expiresAt: upload.expiresAt })
  return row?.expiresAt
}
