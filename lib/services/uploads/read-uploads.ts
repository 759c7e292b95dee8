import 'server-only'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type UploadFacts, upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import { withCpuMeter } from '#lib/adapters/media/cpu-meter'
import { placeFilm } from '#lib/adapters/media/place-film'
import { type ReadFile, readFiles } from '#lib/adapters/media/read-files'
import { stagedPath } from '#lib/adapters/uploads/staged-file'
import { chargeCpu } from '#lib/services/media/charge-cpu'
import { isStaged } from '#lib/services/uploads/upload-row'

type Ctx = Pick<Context, 'env' | 'db' | 'log'>

/** Longer than reading one can take. */
const leaseSeconds = 180

/**
 * Reads what whole uploads say of themselves, each once and each in a sandbox of its own: of wallets in turn, the oldest first. The
 * row is the queue; a worker that dies gives it back when its lease is over.
 *
 * @returns how many were read
 */
export async function readUploads(args: { ctx: Ctx; signal?: AbortSignal }): Promise<number> {
  const { ctx, signal } = args
  let read = 0
  while (!signal?.aborted) {
    const next = await takeNext(ctx)
    if (!next) break
    await readOne(ctx, next, signal)
    read += 1
  }
  return read
}

type Taken = { uploadId: string; owner: string }

async function takeNext(ctx: Ctx): Promise<Taken | undefined> {
  const waiting = sql`state = 'received' and facts is null and expires_at > service_now()`
  const [taken] = await ctx.db.execute<{ uploadId: string; owner: string }>(sql`
    update upload set reading_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where upload_id = (
      select u.upload_id from upload u
      where ${waiting} and (reading_until is null or reading_until < clock_timestamp())
      order by (select count(*) from upload o where o.owner = u.owner and o.reading_until > clock_timestamp()), created_at
      limit 1 for update skip locked)
    returning upload_id as "uploadId", owner`)
  return taken
}

async function readOne(ctx: Ctx, { uploadId, owner }: Taken, signal?: AbortSignal): Promise<void> {
  const meter = { seconds: 0 }
  const work = join(ctx.env.media.folder, 'work')
  await mkdir(work, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(work, `read-${uploadId}-`))
  try {
    await placeFilm(stagedPath(ctx.env.media.folder, uploadId), join(folder, 'film'))
    const read = await withCpuMeter(meter, () => readFiles({ folder, names: ['film'], what: 'film', signal }))
    await ctx.db
      .update(upload)
      .set({ facts: factsOf(read.get('film')), readingUntil: null })
      .where(and(eq(upload.uploadId, uploadId), isNull(upload.facts), isStaged))
  } catch (error) {
    // It was discarded meanwhile, or this machine is at fault: another worker, or this one later, tries again.
    if (signal?.aborted) await giveBack(ctx, uploadId)
    else
      ctx.log.error(
        { uploadId, error: error instanceof Error ? error.message : String(error) },
        'upload not read',
      )
  } finally {
    await rm(folder, { recursive: true, force: true })
    if (meter.seconds > 0) await chargeCpu({ ctx, input: { wallet: owner, seconds: meter.seconds } })
  }
}

async function giveBack(ctx: Ctx, uploadId: string): Promise<void> {
  await ctx.db.update(upload).set({ readingUntil: null }).where(eq(upload.uploadId, uploadId))
}

/** One that cannot be read says nothing: what is wrong with it is for the check to tell. */
function factsOf(read: ReadFile | undefined): UploadFacts {
  if (read && 'refusals' in read && read.refusals.includes('too_complex')) return { refused: 'too_complex' }
  const facts = read && 'facts' in read ? read.facts : undefined
  const { mediaType, cell, time } = facts ?? {}
  const isFilm = mediaType === 'video/mp4' || mediaType === 'video/quicktime'
  return { mediaType: isFilm ? mediaType : null, cell: cell ?? null, time: time ?? { kind: 'none' } }
}
