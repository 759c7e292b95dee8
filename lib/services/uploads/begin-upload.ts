import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { hasRoom } from '#lib/adapters/has-room'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError, fieldError } from '#lib/domain/errors'
import { knownFileText } from '#lib/domain/film/known-file'
import { assertBudget } from '#lib/services/limits/assert-budget'
import { findKnownFile } from '#lib/services/submissions/find-known-file'
import { idleHours, maxStagedBytes, maxStagedUploads } from '#lib/services/uploads/upload-limits'
import { isStaged, nextExpiry, serviceNow, type UploadRow } from '#lib/services/uploads/upload-row'

/** An upload without any bytes after this time counts as abandoned. */
const unsentSeconds = 60

/**
 * Creates an upload of a wallet. No file is created yet.
 *
 * @param args.input.byteLength of the whole file
 * @param args.input.sha256 of the whole file, as its sender says
 * @throws CairnError `invalid_request` for a file that was submitted before, `body_too_large`, `rate_limited` when the wallet has too much staged or sent too much today, `unavailable` when the disk is full
 */
export async function beginUpload(args: {
  ctx: Pick<Context, 'env' | 'db'>
  input: { owner: string; byteLength: number; sha256?: Uint8Array | undefined }
}): Promise<UploadRow> {
  const { ctx, input } = args
  const { byteLength } = input
  const owner = input.owner.toLowerCase()
  assertLength(ctx, byteLength)
  await assertUnknown(ctx, input)
  await assertRoom(ctx, byteLength)
  await assertBudget({
    ctx,
    input: { wallet: owner, budget: 'bytes', amount: byteLength, field: 'Upload-Length' },
  })
  return ctx.db.transaction(async (tx) => {
    // One at a time for each wallet, so that its uploads are counted correctly.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${owner}`}, 0))`)
    await assertAllowance(ctx, tx, { owner, byteLength })
    const [row] = await tx
      .insert(upload)
      .values({
        uploadId: `upl_${randomBytes(16).toString('hex')}`,
        owner,
        byteLength,
        expiresAt: nextExpiry(serviceNow, serviceNow),
      })
      .returning()
    noteRequest({ uploadId: row!.uploadId })
    return row!
  })
}

/** Only saves the transfer of a file that no submission would take: the hash that counts is that of the received bytes. */
async function assertUnknown(
  { db }: Pick<Context, 'db'>,
  { owner, sha256 }: { owner: string; sha256?: Uint8Array | undefined },
): Promise<void> {
  const known = sha256 && (await findKnownFile({ db, input: { sha256, wallet: owner } }))
  if (known) throw fieldError('Upload-Metadata', knownFileText(known))
}

function assertLength({ env }: Pick<Context, 'env'>, byteLength: number): void {
  const { uploadMaxBytes } = env.media
  if (byteLength <= uploadMaxBytes) return
  throw new CairnError(
    'body_too_large',
    `The file has ${byteLength} bytes; the limit is ${uploadMaxBytes} bytes.`,
    {
      field: 'Upload-Length',
    },
  )
}

/** @throws CairnError `unavailable` */
export async function assertRoom({ env }: Pick<Context, 'env'>, bytes: number): Promise<void> {
  if (await hasRoom({ folder: env.media.folder, bytes })) return
  throw new CairnError(
    'unavailable',
    'There is no space for this file right now. The bytes sent so far are stored: continue later.',
    { retryAfterSeconds: 600 },
  )
}

async function assertAllowance(
  ctx: Pick<Context, 'env'>,
  tx: Tx,
  { owner, byteLength }: { owner: string; byteLength: number },
): Promise<void> {
  const mostBytes = maxStagedBytes(ctx.env)
  const fits = ({ count, bytes }: Allowance) =>
    count < maxStagedUploads && Number(bytes) + byteLength <= mostBytes
  let staged = await countStaged(tx, owner)
  if (!fits(staged) && (await discardUnsent(tx, owner))) staged = await countStaged(tx, owner)
  if (fits(staged)) return
  throw new CairnError(
    'rate_limited',
    `You have ${staged.count} uploads, together ${staged.bytes} bytes, that no submission has taken. There may be ${maxStagedUploads}, together ${mostBytes} bytes. GET /api/board/uploads lists them. Submit one, discard one with DELETE, or wait: each is dropped ${idleHours} hours after its last bytes.`,
    {
      retryAfterSeconds: Math.max(1, staged.freeInSeconds ?? 1),
      rateLimit: { policy: 'wallet-staged-uploads', quota: maxStagedUploads },
    },
  )
}

type Allowance = { count: number; bytes: string; freeInSeconds: number | null }

async function countStaged(tx: Tx, owner: string): Promise<Allowance> {
  const [staged] = await tx
    .select({
      count: sql<number>`count(*)::integer`,
      bytes: sql<string>`coalesce(sum(${upload.byteLength}), 0)`,
      freeInSeconds: sql<
        number | null
      >`ceil(extract(epoch from min(${upload.expiresAt}) - service_now()))::integer`,
    })
    .from(upload)
    .where(and(eq(upload.owner, owner), isStaged))
  return staged!
}

/** Discards uploads without any bytes: their URL was probably lost with the response. @returns true if there were any */
async function discardUnsent(tx: Tx, owner: string): Promise<boolean> {
  const discarded = await tx
    .update(upload)
    .set({ state: 'discarded' })
    .where(
      and(
        eq(upload.owner, owner),
        eq(upload.state, 'receiving'),
        lte(upload.expiresAt, nextExpiry(upload.createdAt, upload.createdAt)),
        lt(upload.createdAt, sql`service_now() - make_interval(secs => ${unsentSeconds})`),
      ),
    )
    .returning({ uploadId: upload.uploadId })
  return discarded.length > 0
}
