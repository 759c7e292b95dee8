import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import type { Db, Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { noteRequest } from '#lib/adapters/request-notes'
import { type CairnError, fieldError } from '#lib/domain/errors'
import { type KnownFile, knownFileText } from '#lib/domain/film/known-file'
import { type ClaimMatch, matchPlace, matchTime } from '#lib/domain/film/match-claims'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { utcText } from '#lib/domain/text/moment'
import { assertBudget } from '#lib/services/limits/assert-budget'
import { decideFacts, type FilmFacts } from '#lib/services/submissions/decide-facts'
import { assertFilmsLeft } from '#lib/services/submissions/film-limit'
import { findKnownFile } from '#lib/services/submissions/find-known-file'
import {
  assertOpen,
  type InsertedSubmission,
  insertSubmission,
} from '#lib/services/submissions/insert-submission'
import { awaitFacts } from '#lib/services/uploads/await-facts'
import { finishUpload } from '#lib/services/uploads/finish-upload'
import { isOwnUpload, isStaged, type UploadRow } from '#lib/services/uploads/upload-row'

export type CreateSubmissionInput = {
  bountyId: string
  uploadId: string
  /** The wallet that is paid if the film is accepted. */
  contributor: string
  note?: string
  /** Epoch seconds, for a file without a time. */
  capturedAt?: number
  /** For a file without a place. */
  cell?: number
}

/**
 * Submits an upload for an open bounty and queues its check, in one transaction. Submitting the same upload for the same bounty again
 * returns the existing submission, in any state of the bounty; the other fields count only the first time.
 *
 * @throws CairnError `not_found`, `not_open`, `deadline_passed`, `rate_limited`; `invalid_request` with the wrong field
 */
export async function createSubmission(args: {
  ctx: Pick<Context, 'env' | 'db' | 'clock'>
  input: CreateSubmissionInput
}): Promise<{ submissionId: string }> {
  const { ctx, input } = args
  noteRequest({ uploadId: input.uploadId })
  const made = await submitOnce(ctx, input)
  noteRequest(made)
  return made
}

async function submitOnce(
  ctx: Pick<Context, 'env' | 'db' | 'clock'>,
  input: CreateSubmissionInput,
): Promise<{ submissionId: string }> {
  const known = await findSubmitted(ctx.db, input)
  if (known) return known
  try {
    return await submitNew(ctx, input)
  } catch (error) {
    // Another request may have submitted this upload meanwhile.
    const first = await findSubmitted(ctx.db, input)
    if (first) return first
    throw error
  }
}

async function submitNew(
  ctx: Pick<Context, 'env' | 'db' | 'clock'>,
  input: CreateSubmissionInput,
): Promise<{ submissionId: string }> {
  await assertOpen(ctx.db, input.bountyId)
  await assertFilmsLeft(ctx, input)
  await assertBudget({ ctx, input: { wallet: input.contributor, budget: 'cpu' } })
  await completeUpload(ctx, input)
  await assertUnknown(ctx.db, input)
  const film = await awaitFacts({ ctx, input })
  if ('refused' in film) throw refused(refusalTexts[film.refused])
  const facts = decideFacts({
    film: { ...film, cell: film.cell ?? undefined },
    said: input,
    now: ctx.clock.now(),
  })
  return ctx.db.transaction((tx) => insertAll({ ctx, tx, input, facts, mediaType: film.mediaType }))
}

const refusalTexts = {
  too_complex:
    'has more boxes, tracks or samples than any camera writes. Submit the original file, or export it',
  overdeclared:
    'is damaged: its tables declare more frames than the file has. Copy it from the camera again, check that it plays to the end, and upload that',
  unreadable:
    'could not be read after several attempts. This does not mean that the film is bad: upload it again, or export it as an MP4 (H.264) and upload that',
} as const

async function insertAll(args: {
  ctx: Pick<Context, 'env'>
  tx: Tx
  input: CreateSubmissionInput
  facts: FilmFacts
  mediaType: typeof submissionFile.$inferInsert.mediaType
}): Promise<{ submissionId: string }> {
  const { ctx, tx, input, facts, mediaType } = args
  const { uploadId } = input
  const submitted = await insertSubmission({ tx, env: ctx.env, input })
  const { submissionId } = submitted
  const [taken] = await tx
    .update(upload)
    .set({ state: 'submitted' })
    .where(and(isOwnUpload(owned(input)), eq(upload.state, 'received'), isStaged))
    .returning()
  if (!taken) throw refused('was discarded or has expired. Upload the file again')
  const sha256 = taken.sha256!
  const whoseFile = () => findKnownFile({ db: tx, input: { sha256, wallet: input.contributor } })
  const known = await whoseFile()
  const inserted = known
    ? []
    : await tx
        .insert(submissionFile)
        .values({
          submissionId,
          uploadId,
          sha256,
          mediaType,
          byteLength: taken.byteLength,
          cell: facts.cell,
          capturedAt: new Date(facts.capturedAt * 1_000),
          placeFrom: facts.placeFrom,
          timeFrom: facts.timeFrom,
          ...matchClaims(facts, submitted),
        })
        .onConflictDoNothing({ target: submissionFile.sha256 })
        .returning({ submissionId: submissionFile.submissionId })
  // Without a known file, another transaction is inserting it at this moment, and has committed it since.
  if (inserted.length === 0)
    throw alreadyKnown(known ?? (await whoseFile()) ?? { by: 'another_wallet' }, input)
  await queueJob({ tx, name: 'inspect', submissionId })
  return { submissionId }
}

function matchClaims(facts: FilmFacts, { submittedAt, asked }: InsertedSubmission): ClaimMatch {
  return {
    placeMatch: matchPlace(asked.place, cellToGeohash(facts.cell)),
    timeMatch: matchTime({
      capturedAt: facts.capturedAt,
      orderedAt: asked.orderedAt.getTime() / 1_000,
      submittedAt: submittedAt.getTime() / 1_000,
      clocksContradict: facts.clocksContradict,
    }),
  }
}

/**
 * The submission that took this upload, if one did.
 *
 * @throws CairnError `invalid_request` when it was for another bounty
 */
async function findSubmitted(
  db: Db,
  input: CreateSubmissionInput,
): Promise<{ submissionId: string } | undefined> {
  const [found] = await db
    .select({ submissionId: submission.submissionId, bountyId: submission.bountyId })
    .from(submissionFile)
    .innerJoin(submission, eq(submission.submissionId, submissionFile.submissionId))
    .where(
      and(
        eq(submissionFile.uploadId, input.uploadId),
        eq(submission.contributor, input.contributor.toLowerCase()),
      ),
    )
  if (found && found.bountyId !== input.bountyId)
    throw refused('was submitted for another bounty. The same film can be submitted only once')
  return found && { submissionId: found.submissionId }
}

/** @throws CairnError `invalid_request` for a complete upload whose file was submitted before, or is a capture */
async function assertUnknown(db: Db, input: CreateSubmissionInput): Promise<void> {
  const [whole] = await db
    .select({ sha256: upload.sha256 })
    .from(upload)
    .where(isOwnUpload(owned(input)))
  if (!whole?.sha256) return
  const known = await findKnownFile({ db, input: { sha256: whole.sha256, wallet: input.contributor } })
  if (known) throw alreadyKnown(known, input)
}

function alreadyKnown(known: KnownFile, { bountyId }: CreateSubmissionInput): CairnError {
  return fieldError('upload_id', knownFileText(known, bountyId))
}

/** Records that every byte of the upload has arrived. @throws CairnError `invalid_request` if one is missing */
async function completeUpload(ctx: Pick<Context, 'env' | 'db'>, input: CreateSubmissionInput): Promise<void> {
  const [staged]: UploadRow[] = await ctx.db
    .select()
    .from(upload)
    .where(and(isOwnUpload(owned(input)), isStaged))
  if (!staged) throw await missingUploadError(ctx.db, input)
  const length = await finishUpload({ ctx, input: staged })
  if (length < staged.byteLength)
    throw refused(`has ${length} of its ${staged.byteLength} bytes. Send the rest first`)
}

/** The refusal of an upload that is not stored, with the reason. Only the wallet that uploaded it is told the reason. */
async function missingUploadError(db: Db, input: CreateSubmissionInput): Promise<CairnError> {
  const [row] = await db
    .select({ expiresAt: upload.expiresAt, isOver: sql<boolean>`${upload.expiresAt} <= service_now()` })
    .from(upload)
    .where(isOwnUpload(owned(input)))
  if (!row) return refused('is not one of your uploads')
  if (!row.isOver) return refused('was discarded. Upload the file again')
  const at = utcText(row.expiresAt.toISOString())
  return refused(`has expired at ${at}, because it was not submitted until then. Upload the file again`)
}

function owned({ uploadId, contributor }: CreateSubmissionInput): { uploadId: string; owner: string } {
  return { uploadId, owner: contributor }
}

function refused(what: string): CairnError {
  return fieldError('upload_id', `${what}.`)
}
