import 'server-only'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type UploadFacts, upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { withCpuMeter } from '#lib/adapters/media/cpu-meter'
import { placeFilm } from '#lib/adapters/media/place-film'
import { readCredentials } from '#lib/adapters/media/read-credentials'
import { type ReadFile, readFiles } from '#lib/adapters/media/read-files'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import { notValidated } from '#lib/domain/proof/credentials'
import { errorMessage } from '#lib/domain/text/error-message'
import { chargeCpu } from '#lib/services/media/charge-cpu'
import { isStaged } from '#lib/services/uploads/upload-row'

type Ctx = Pick<Context, 'env' | 'db' | 'log'>

/** A worker renews its lease while it reads. If the worker is killed, another one reads the upload once the lease has expired. */
const leaseSeconds = 60
/** Short enough that the lease survives two renewals that are late or fail. */
const renewEveryMs = 15_000
/** A worker on a faulty machine starts at most one read in two seconds, so a healthy worker gets the upload before these tries are used. */
const maxTries = 5

/**
 * Reads the metadata of complete uploads, each once and in its own sandbox. The order is: fewest failures, wallets with fewest running
 * reads, oldest. The row is the queue; the lease of a worker that dies expires. A failed read is returned to the queue at once and
 * ends this pass; after `maxTries` the upload is refused.
 *
 * @param args.maxBytes larger uploads are left to other readers
 * @returns the number of uploads read
 */
export async function readUploads(args: {
  ctx: Ctx
  maxBytes?: number | undefined
  signal?: AbortSignal
}): Promise<number> {
  const { ctx, maxBytes, signal } = args
  let read = 0
  while (!signal?.aborted) {
    const next = await takeNext(ctx, maxBytes)
    if (!next) break
    if (!(await readOne(ctx, next, signal))) break
    read += 1
  }
  return read
}

type Taken = { uploadId: string; owner: string; tries: number }
/** A try at reading an upload. If its lease expired, another worker may have taken the upload, with another number of tries. */
type Try = Pick<Taken, 'uploadId' | 'tries'>

async function takeNext(ctx: Ctx, maxBytes: number | undefined): Promise<Taken | undefined> {
  const waiting = sql`state = 'received' and facts is null and expires_at > service_now()`
  const fits = maxBytes === undefined ? sql`true` : sql`u.byte_length <= ${maxBytes}`
  const [taken] = await ctx.db.execute<Taken>(sql`
    update upload set reading_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), reading_tries = reading_tries + 1
    where upload_id = (
      select u.upload_id from upload u
      where ${waiting} and ${fits} and (reading_until is null or reading_until < clock_timestamp())
      order by reading_tries, (select count(*) from upload o where o.owner = u.owner and o.reading_until > clock_timestamp()), created_at
      limit 1 for update skip locked)
    returning upload_id as "uploadId", owner, reading_tries as tries`)
  return taken
}

/**
 * Milliseconds until the lease of an upload that is being read expires, unless its reader renews it; `undefined` if none is being read. The
 * others are announced.
 */
export async function untilNextRead({ ctx }: { ctx: Pick<Context, 'db'> }): Promise<number | undefined> {
  const [row] = await ctx.db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(reading_until) - clock_timestamp()) * 1000)::float8 as ms from upload
    where state = 'received' and facts is null and expires_at > service_now()`)
  return row?.ms ?? undefined
}

/** @returns true if it was read or refused */
async function readOne(ctx: Ctx, taken: Taken, signal?: AbortSignal): Promise<boolean> {
  const { uploadId, owner, tries } = taken
  // The worker of the last try was killed.
  if (tries > maxTries) return refuse(ctx, taken)
  const meter = { seconds: 0 }
  const stopRenewing = keepLease(ctx, taken)
  try {
    const facts = await withCpuMeter(meter, () => readStaged(ctx, uploadId, signal))
    // Also if another worker reads it meanwhile: the first result is stored.
    return await storeFacts(ctx, eq(upload.uploadId, uploadId), facts)
  } catch (error) {
    const isStopped = signal?.aborted === true
    // It was discarded meanwhile, or this machine has a fault.
    if (!isStopped) ctx.log.error({ uploadId, tries, error: errorMessage(error) }, 'upload not read')
    if (tries >= maxTries && !isStopped) return refuse(ctx, taken)
    await giveBack(ctx, taken, isStopped ? tries - 1 : tries)
    return false
  } finally {
    stopRenewing()
    if (meter.seconds > 0) await chargeCpu({ ctx, input: { wallet: owner, seconds: meter.seconds } })
  }
}

/** Renews the lease at intervals. @returns a function that ends this */
function keepLease(ctx: Ctx, taken: Try): () => void {
  const { uploadId } = taken
  const renew = () =>
    ctx.db
      .update(upload)
      .set({ readingUntil: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})` })
      .where(isHeld(taken))
      // Without a renewal another worker reads the upload as well, and the first result is stored.
      .catch((error: Error) => ctx.log.warn({ uploadId, error: error.message }, 'reading lease not renewed'))
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

async function readStaged(ctx: Ctx, uploadId: string, signal?: AbortSignal): Promise<UploadFacts> {
  const work = join(ctx.env.media.folder, 'work')
  await mkdir(work, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(work, `read-${uploadId}-`))
  try {
    await placeFilm(stagedPath(ctx.env.media.folder, uploadId), join(folder, 'film'))
    const read = await readFiles({ folder, names: ['film'], what: 'film', signal })
    const facts = factsOf(read.get('film'))
    if ('refused' in facts || facts.mediaType === null) return facts
    const credentials = await readCredentials({ folder, names: ['film'], signal })
    return { ...facts, credentials: credentials.get('film') ?? notValidated }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores the result of a read, unless an earlier read has stored its own. */
async function storeFacts(ctx: Ctx, row: SQL | undefined, facts: UploadFacts): Promise<true> {
  await ctx.db
    .update(upload)
    .set({ facts, readingUntil: null })
    .where(and(row, isNull(upload.facts), isStaged))
  return true
}

/** Refuses an upload after the last try. A try of another worker that still runs may succeed, so it is left alone. */
function refuse(ctx: Ctx, taken: Try): Promise<true> {
  return storeFacts(ctx, isHeld(taken), { refused: 'unreadable' })
}

async function giveBack(ctx: Ctx, taken: Try, readingTries: number): Promise<void> {
  await ctx.db.update(upload).set({ readingUntil: null, readingTries }).where(isHeld(taken))
}

/** The row while this try has it, and no other worker has taken it over. */
function isHeld({ uploadId, tries }: Try) {
  return and(eq(upload.uploadId, uploadId), eq(upload.readingTries, tries), isNotNull(upload.readingUntil))
}

/** An unreadable file has no metadata; the check reports what is wrong with it. */
function factsOf(read: ReadFile | undefined): UploadFacts {
  const refusals = read && 'refusals' in read ? read.refusals : []
  const refused = (['too_complex', 'overdeclared'] as const).find((refusal) => refusals.includes(refusal))
  if (refused) return { refused }
  const facts = read && 'facts' in read ? read.facts : undefined
  const { mediaType, cell, time } = facts ?? {}
  const isFilm = mediaType === 'video/mp4' || mediaType === 'video/quicktime'
  return { mediaType: isFilm ? mediaType : null, cell: cell ?? null, time: time ?? { kind: 'none' } }
}
