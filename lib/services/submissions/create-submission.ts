import 'server-only'
import { and, eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import type { Db, Tx } from '#lib/adapters/db'
import { askJob } from '#lib/adapters/jobs'
import { noteRequest } from '#lib/adapters/request-notes'
import type { CaptureFacts } from '#lib/domain/capture'
import { CairnError } from '#lib/domain/errors'
import { assertBudget } from '#lib/services/limits/assert-budget'
import { decideFacts } from '#lib/services/submissions/decide-facts'
import { assertFilmsLeft } from '#lib/services/submissions/film-limit'
import { assertOpen, insertSubmission } from '#lib/services/submissions/insert-submission'
import { awaitFacts } from '#lib/services/uploads/await-facts'
import { finishUpload } from '#lib/services/uploads/finish-upload'
import { isOwnUpload, isStaged, type UploadRow } from '#lib/services/uploads/upload-row'

export type CreateSubmissionInput = {
  bountyId: string
  uploadId: string
  /** The wallet that is paid should it be accepted. */
  contributor: string
  note?: string
  /** Epoch seconds, for a file that says no time. */
  capturedAt?: number
  /** For a file that says no place. */
  cell?: number
}

/**
 * Hands in an upload for an open bounty, and asks for it to be looked at: all of it or nothing. Handing in the same upload for
 * the same bounty again answers the submission that is there, whatever became of the bounty since; what else was sent with it
 * counts the first time.
 *
 * @throws CairnError `not_found`, `not_open`, `deadline_passed`, `rate_limited`; `invalid_request` with the field at fault
 */
export async function createSubmission(args: {
  ctx: Pick<Context, 'env' | 'db' | 'clock'>
  input: CreateSubmissionInput
}): Promise<{ submissionId: string }> {
  const { ctx, input } = args
  noteRequest({ uploadId: input.uploadId })
  const made = await takeOnce(ctx, input)
  noteRequest(made)
  return made
}

async function takeOnce(
  ctx: Pick<Context, 'env' | 'db' | 'clock'>,
  input: CreateSubmissionInput,
): Promise<{ submissionId: string }> {
  const known = await findSubmitted(ctx.db, input)
  if (known) return known
  try {
    return await handIn(ctx, input)
  } catch (error) {
    // Another request with this upload may have been first, and the file moved on since.
    const first = await findSubmitted(ctx.db, input)
    if (first) return first
    throw error
  }
}

async function handIn(
  ctx: Pick<Context, 'env' | 'db' | 'clock'>,
  input: CreateSubmissionInput,
): Promise<{ submissionId: string }> {
  await assertOpen(ctx.db, input.bountyId)
  await assertFilmsLeft(ctx, input)
  await assertBudget({ ctx, input: { wallet: input.contributor, budget: 'cpu' } })
  await assertWhole(ctx, input)
  const film = await awaitFacts({ ctx, input })
  if ('refused' in film) throw refused(notTaken[film.refused])
  const facts = decideFacts({
    film: { ...film, cell: film.cell ?? undefined },
    said: input,
    now: ctx.clock.now(),
  })
  return ctx.db.transaction((tx) => take({ ctx, tx, input, facts, mediaType: film.mediaType }))
}

const notTaken = {
  too_complex:
    'holds a film with more boxes, tracks or samples than any camera writes. Hand in the film as the camera made it, or export it',
  overdeclared:
    'holds a film whose tables declare more pictures than the file holds. Copy it from the camera again, check that it plays to its end, and upload that',
  unreadable:
    'could not be read, though this was tried several times. Nothing is known to be wrong with the film: upload it again, or export it as an MP4 (H.264) and upload that',
} as const

async function take(args: {
  ctx: Pick<Context, 'env'>
  tx: Tx
  input: CreateSubmissionInput
  facts: CaptureFacts
  mediaType: typeof submissionFile.$inferInsert.mediaType
}): Promise<{ submissionId: string }> {
  const { ctx, tx, input, facts, mediaType } = args
  const { uploadId } = input
  const { submissionId } = await insertSubmission({ tx, env: ctx.env, input })
  const [taken] = await tx
    .update(upload)
    .set({ state: 'submitted' })
    .where(and(isOwnUpload(owned(input)), eq(upload.state, 'received'), isStaged))
    .returning()
  if (!taken) throw isOver()
  const sha256 = taken.sha256!
  const captured = await tx.select({ sha256: capture.sha256 }).from(capture).where(eq(capture.sha256, sha256))
  const inserted =
    captured.length > 0
      ? []
      : await tx
          .insert(submissionFile)
          .values({
            ...{ submissionId, uploadId, sha256, mediaType },
            byteLength: taken.byteLength,
            cell: facts.cell,
            capturedAt: new Date(facts.capturedAt * 1_000),
          })
          .onConflictDoNothing({ target: submissionFile.sha256 })
          .returning({ submissionId: submissionFile.submissionId })
  if (inserted.length === 0)
    throw refused(
      'holds a file that was handed in before, by you or somebody else. Each film is taken once: film the place anew',
    )
  await askJob({ tx, name: 'inspect', submissionId })
  return { submissionId }
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
    throw refused('was handed in for another bounty. Each film is taken once')
  return found && { submissionId: found.submissionId }
}

/** @throws CairnError `invalid_request` unless every byte of the upload is there */
async function assertWhole(ctx: Pick<Context, 'env' | 'db'>, input: CreateSubmissionInput): Promise<void> {
  const [staged]: UploadRow[] = await ctx.db
    .select()
    .from(upload)
    .where(and(isOwnUpload(owned(input)), isStaged))
  if (!staged) throw refused('is no upload of yours: it was never begun, was discarded, or is over')
  const length = await finishUpload({ ctx, input: staged })
  if (length < staged.byteLength)
    throw refused(`has ${length} of its ${staged.byteLength} bytes. Send the rest first`)
}

function owned({ uploadId, contributor }: CreateSubmissionInput): { uploadId: string; owner: string } {
  return { uploadId, owner: contributor }
}

function isOver(): CairnError {
  return refused('was discarded meanwhile, or is over. Upload the file again')
}

function refused(what: string): CairnError {
  return new CairnError('invalid_request', `upload_id: ${what}.`, { field: 'upload_id' })
}
