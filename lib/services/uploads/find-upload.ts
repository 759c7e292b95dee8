import 'server-only'
import { and, eq, or } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { isOwnUpload, isStaged, type UploadRow } from '#lib/services/uploads/upload-row'

/**
 * An upload of a wallet, staged or submitted.
 *
 * @throws CairnError `not_found` also for an upload of another wallet and for an expired one
 */
export async function findUpload(args: {
  ctx: Pick<Context, 'db'>
  input: { uploadId: string; owner: string }
}): Promise<UploadRow> {
  const [row] = await args.ctx.db
    .select()
    .from(upload)
    .where(and(isOwnUpload(args.input), or(isStaged, eq(upload.state, 'submitted'))))
  if (row) return row
  throw new CairnError(
    'not_found',
    'You have no such upload: it never started, was discarded, or has expired. Start a new one.',
  )
}
