import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { transition } from '#lib/services/bounties/transition'
import { createSubmission } from '#lib/services/submissions/create-submission'
import { seedBounty } from '#testing/bounty-states'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { samplePath } from '#testing/media-fixtures'
import { readUpload } from '#testing/read-upload'
import { unchainedSettings } from '#testing/unchained-settings'

export type HandedIn = { submissionId: string; bountyId: string; sha256: string; uploadId: string }

/** Submitted films without a chain: only the parts that the worker's media jobs need. */
export type MediaFixture = {
  database: TestDatabase
  ctx: OpenContext
  settings: Record<string, string>
  /** Everything of media. */
  folder: string
  /** Sets what the engine does with the next film. An engine that hangs continues when the mode changes. */
  engineWill: (mode: 'work' | 'refuse' | 'break' | 'hang') => void
  openBounty: () => Promise<string>
  /** @param film a sample below `video/`, or bytes @param options.said place and time; otherwise those that fit a bounty */
  handIn: (
    film: string | Buffer,
    options?: { bountyId?: string; contributor?: string; said?: Partial<ReturnType<typeof hereAndNow>> },
  ) => Promise<HandedIn>
  accept: (handedIn: HandedIn) => Promise<void>
  /** The release is final. */
  release: (handedIn: HandedIn) => Promise<void>
  /** Accepted, but somebody sent the money back first. */
  refund: (handedIn: HandedIn) => Promise<void>
  rowOf: (
    handedIn: HandedIn,
  ) => Promise<typeof submission.$inferSelect & { file: typeof submissionFile.$inferSelect }>
  close: () => Promise<void>
}

/**
 * @param changes to the settings
 * @param database a migrated one; default: a new one of the run's PostgreSQL
 */
export async function openMediaFixture(
  changes: Record<string, string> = {},
  database?: TestDatabase,
): Promise<MediaFixture> {
  database ??= await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-media-'))
  const modeFile = join(folder, 'engine-mode')
  const engineWill: MediaFixture['engineWill'] = (mode) => writeFileSync(modeFile, mode)
  engineWill('work')
  const settings = {
    ...unchainedSettings(database.url),
    MEDIA_DIR: folder,
    RECON_CMD: `node '${join(import.meta.dirname, 'test-engine.ts')}' {out} '${modeFile}' {work}`,
    RECON_PATHS: import.meta.dirname,
    ...changes,
  }
  const ctx = await openContext(parseEnv(settings), { service: 'test', maxConnections: 4 })
  const openBounty = async () => (await seedBounty(ctx, 'open')).bounty_id
  const move = async (event: 'released' | 'refunded', { bountyId }: HandedIn) => {
    const hash = randomBytes(32)
    const set = event === 'released' ? { acceptTx: hash } : { refundTx: hash, payoutTx: hash }
    const moved = await ctx.db.transaction((tx) => transition({ tx, bountyId, event, set }))
    if (!moved) throw new Error(`the bounty cannot be ${event}`)
  }
  return {
    database,
    ctx,
    settings,
    folder,
    engineWill,
    openBounty,
    handIn: async (film, options = {}) => {
      const bytes = typeof film === 'string' ? readFileSync(samplePath(`video/${film}`)) : film
      const contributor = options.contributor ?? `0x${randomBytes(20).toString('hex')}`
      const bountyId = options.bountyId ?? (await openBounty())
      const uploadId = await stage(ctx, { bytes, owner: contributor })
      const input = { bountyId, uploadId, contributor, ...hereAndNow(), ...options.said }
      await readUpload({ ctx, uploadId, bytes })
      const { submissionId } = await createSubmission({ ctx, input })
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { submissionId, bountyId, sha256, uploadId }
    },
    accept: async (input) => void (await acceptSubmission({ ctx, input })),
    release: (handedIn) => move('released', handedIn),
    refund: (handedIn) => move('refunded', handedIn),
    rowOf: async ({ submissionId }) => {
      const [row] = await ctx.db
        .select()
        .from(submission)
        .innerJoin(submissionFile, eq(submissionFile.submissionId, submission.submissionId))
        .where(eq(submission.submissionId, submissionId))
      return { ...row!.submission, file: row!.submission_file }
    },
    close: async () => {
      await ctx.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A place and a time that fit a bounty that was just ordered and names no place. */
function hereAndNow() {
  return { cell: geohashToCell('u33dbb')!, capturedAt: Math.floor(Date.now() / 1_000) }
}

/** Stores the film as a complete upload. */
async function stage(ctx: OpenContext, { bytes, owner }: { bytes: Buffer; owner: string }): Promise<string> {
  const uploadId = `upl_${randomBytes(16).toString('hex')}`
  const path = stagedPath(ctx.env.media.folder, uploadId)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  await ctx.db.insert(upload).values({
    uploadId,
    owner,
    state: 'received',
    byteLength: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  return uploadId
}

/** The same film in another file: a player skips the box at its end. */
export function anotherFileOf(sample: string): Buffer {
  const box = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free', 'latin1'), randomBytes(16)])
  return Buffer.concat([readFileSync(samplePath(`video/${sample}`)), box])
}
