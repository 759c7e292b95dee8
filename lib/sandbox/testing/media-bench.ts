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
import { geohashToCell } from '#lib/domain/geohash'
import { stageBounty } from '#lib/sandbox/testing/bounty-states'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { samplePath } from '#lib/sandbox/testing/media-fixtures'
import { unchainedSettings } from '#lib/sandbox/testing/unchained-settings'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { transition } from '#lib/services/bounties/transition'
import { createSubmission } from '#lib/services/submissions/create-submission'
import { readUploads } from '#lib/services/uploads/read-uploads'

export type HandedIn = { submissionId: string; bountyId: string; sha256: string; uploadId: string }

/** Films handed in for bounties, with no chain: what the worker's media part needs, and nothing else. */
export type MediaBench = {
  database: TestDatabase
  ctx: OpenContext
  settings: Record<string, string>
  /** Everything of media. */
  folder: string
  /** What the engine does with the next film; one that hangs goes on when it is told something else. */
  engineWill: (mode: 'work' | 'refuse' | 'break' | 'hang') => void
  openBounty: () => Promise<string>
  /** @param film a sample below `video/`, or bytes */
  handIn: (film: string | Buffer, options?: { bountyId?: string; contributor?: string }) => Promise<HandedIn>
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

/** @param changes to the settings */
export async function openMediaBench(changes: Record<string, string> = {}): Promise<MediaBench> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-media-'))
  const modeFile = join(folder, 'engine-mode')
  const engineWill: MediaBench['engineWill'] = (mode) => writeFileSync(modeFile, mode)
  engineWill('work')
  const settings = {
    ...unchainedSettings(database.url),
    MEDIA_DIR: folder,
    RECON_CMD: `node '${join(import.meta.dirname, 'test-engine.ts')}' {out} '${modeFile}'`,
    ...changes,
  }
  const ctx = await openContext(parseEnv(settings), { service: 'test', maxConnections: 4 })
  const openBounty = async () => (await stageBounty(ctx, 'open')).bounty_id
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
      const input = { bountyId, uploadId, contributor, ...placeAndTime }
      await readUploads({ ctx })
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

const placeAndTime = {
  cell: geohashToCell('u33dbb')!,
  capturedAt: Date.parse('2026-05-01T12:00:00Z') / 1_000,
}

/** As an upload that is whole. */
async function stage(ctx: OpenContext, { bytes, owner }: { bytes: Buffer; owner: string }): Promise<string> {
  const uploadId = `upl_${randomBytes(16).toString('hex')}`
  const path = stagedPath(ctx.env.media.folder, uploadId)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  await ctx.db.insert(upload).values({
    ...{ uploadId, owner, state: 'received', byteLength: bytes.length },
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
