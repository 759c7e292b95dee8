import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { and, eq, exists, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { deliverManifest } from '#lib/services/media/deliver-manifest'
import { cancelModel, isPaidFor, isUnderWay, noProgress } from '#lib/services/media/model-status'
import { recordSubmission } from '#lib/services/media/record-submission'
import { type StoredType, storageKey } from '#lib/services/media/storage-key'

type Model = {
  glb: string
  preview: string
  /** Path of the Gaussian splat. Not every engine makes one. */
  splats?: string | undefined
  zip: string
  manifestSha256: string
}
type Kind = 'models' | 'model-previews' | 'model-splats' | 'model-archives'

/**
 * Stores a model and marks it as ready. Each run has its own manifest and so its own storage keys: a run that was believed dead and
 * still writes cannot change the recorded model.
 */
export async function storeModel(
  ctx: Pick<Context, 'env' | 'db' | 'log' | 'storage'>,
  submissionId: string,
  model: Model,
): Promise<void> {
  const { manifestSha256: version } = model
  const put = async (kind: Kind, type: StoredType, path: string) => {
    const key = storageKey(ctx.env, { kind, submissionId, type, version })
    await ctx.storage.put({ key, path, type })
    return key
  }
  const keys = {
    modelGlbKey: await put('models', 'model/gltf-binary', model.glb),
    modelPreviewKey: await put('model-previews', 'model/gltf-binary', model.preview),
    modelSplatsKey:
      model.splats === undefined ? null : await put('model-splats', 'application/octet-stream', model.splats),
    modelZipKey: await put('model-archives', 'application/zip', model.zip),
  }
  const isStored = await ctx.db.transaction(async (tx) => {
    const stillAccepted = tx.select({ one: sql`1` }).from(bounty).where(isPaidFor(submissionId))
    const [changed] = await tx
      .update(submission)
      .set({
        ...keys,
        ...noProgress,
        reconstructionStatus: 'ready',
        manifestSha256: hexToBytes(version),
      })
      .where(and(isUnderWay(submissionId), exists(stillAccepted)))
      .returning({ submissionId: submission.submissionId })
    if (!changed) {
      await cancelModel(tx, submissionId)
      return false
    }
    await deliverManifest({ tx, ctx, submissionId })
    await recordSubmission(tx, submissionId, 'model_ready', { manifest_sha256: version })
    return true
  })
  if (isStored) return ctx.log.info({ submissionId }, 'model ready')
  await discard(
    ctx,
    submissionId,
    Object.values(keys).filter((key) => key !== null),
  )
}

/** Removes the files, unless they were recorded. This run may have recorded them even if its connection broke before the answer came. */
async function discard(
  ctx: Pick<Context, 'db' | 'storage'>,
  submissionId: string,
  keys: string[],
): Promise<void> {
  const [row] = await ctx.db
    .select({ glb: submission.modelGlbKey })
    .from(submission)
    .where(eq(submission.submissionId, submissionId))
  if (row?.glb && keys.includes(row.glb)) return
  for (const key of keys) await ctx.storage.remove(key)
}
