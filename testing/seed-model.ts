import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { seedBounty } from '#testing/bounty-states'

const bytes = () => new Uint8Array(randomBytes(32))

/** Gives a submission a file that has no bytes in the storage. @returns its SHA-256 */
export async function seedFile(
  { db }: Pick<Parameters<typeof seedBounty>[0], 'db'>,
  submissionId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [uploadId, sha256] = [randomBytes(12).toString('hex'), bytes()]
  await db.insert(upload).values({
    uploadId,
    owner: `0x${'22'.repeat(20)}`,
    state: 'submitted',
    byteLength: 9,
    sha256,
    expiresAt: new Date(),
  })
  await db.insert(submissionFile).values({
    submissionId,
    uploadId,
    sha256,
    byteLength: 9,
    mediaType: 'video/mp4',
    cell: geohashToCell('u33db2')!,
    capturedAt: new Date('2026-11-01T10:00:00Z'),
  })
  return sha256
}

/** A bounty whose first film has a model. */
export async function seedModel(ctx: Parameters<typeof seedBounty>[0], state: BountyState) {
  const { db } = ctx
  const { bounty_id: bountyId, submissionIds } = await seedBounty(ctx, state)
  const submissionId = submissionIds[0]!
  const sha256 = await seedFile(ctx, submissionId)
  const manifestSha256 = bytes()
  await db
    .update(submission)
    .set({
      reconstructionStatus: 'ready',
      manifestSha256,
      modelGlbKey: 'models/a.glb',
      modelPreviewKey: 'model-previews/a.glb',
      modelZipKey: 'a.zip',
    })
    .where(eq(submission.submissionId, submissionId))
  return { bountyId, sha256, manifestSha256 }
}
