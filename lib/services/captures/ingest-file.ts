import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Clock } from '#lib/adapters/clock'
import type { Context } from '#lib/adapters/context'
import { type CaptureFile, readCaptures } from '#lib/adapters/media/read-captures'
import { workerChannel } from '#lib/adapters/worker-bell'
import { CaptureRefused, decideCapture, type Refusal, type TimeHints } from '#lib/domain/capture'
import { toHex } from '#lib/domain/leaf'

/** All that ingest needs of the outside world: the database and the time, no chain. */
export type IngestContext = Pick<Context, 'sql'> & { clock: Pick<Clock, 'now'> }

export type IngestedFile = {
  status: 'new' | 'known'
  /** 64 lower-case hex digits. */
  observationId: string
}
export type RefusedFile = {
  status: 'refused'
  refusals: readonly Refusal[]
  cause?: unknown
  clocks?: string
}

/**
 * Makes photographs and videos captures. The same bytes again, under whatever name, are the capture that is already there, with the
 * place and time it had. A refusal is an answer, not an exception; a failing database throws.
 *
 * @param input.capturedAt epoch seconds for files that say no time, or two that contradict each other; a file's own time wins otherwise
 * @param input.utcOffsetMinutes for files whose time is local and says no offset
 * @returns in the order of the paths
 */
export async function ingestFiles({
  ctx,
  input,
}: {
  ctx: IngestContext
  input: { paths: readonly string[] } & TimeHints
}): Promise<(IngestedFile | RefusedFile)[]> {
  const outcomes: (IngestedFile | RefusedFile)[] = []
  for (const file of await readCaptures(input.paths))
    outcomes.push(file instanceof CaptureRefused ? refused(file) : await take(ctx, file, input))
  return outcomes
}

/** One file; see `ingestFiles`. */
export async function ingestFile({
  ctx,
  input,
}: {
  ctx: IngestContext
  input: { path: string } & TimeHints
}): Promise<IngestedFile | RefusedFile> {
  const { path, ...hints } = input
  const [outcome] = await ingestFiles({ ctx, input: { paths: [path], ...hints } })
  return outcome!
}

async function take(
  ctx: IngestContext,
  file: CaptureFile,
  hints: TimeHints,
): Promise<IngestedFile | RefusedFile> {
  const observationId = toHex(file.sha256).slice(2)
  if (await isKnown(ctx, file)) return { status: 'known', observationId }
  try {
    const { cell, time } = file
    const facts = decideCapture({ cell, time, hints, now: ctx.clock.now().getTime() })
    return { status: await insert(ctx, file, facts), observationId }
  } catch (error) {
    return refused(error)
  }
}

/** A capture that came by manifest learns type and length once the file itself is seen. */
async function isKnown(ctx: IngestContext, file: CaptureFile): Promise<boolean> {
  const known = await ctx.sql<{ mediaType: string | null }[]>`
    select media_type as "mediaType" from capture where sha256 = ${file.sha256}`
  if (known[0]?.mediaType === null) {
    await ctx.sql`
      update capture set media_type = ${file.mediaType}, byte_length = ${file.byteLength}
      where sha256 = ${file.sha256} and media_type is null`
  }
  return known.length > 0
}

async function insert(
  ctx: IngestContext,
  file: CaptureFile,
  facts: { cell: number; capturedAt: number },
): Promise<'new' | 'known'> {
  const inserted = await ctx.sql`
    with inserted as (
      insert into capture (sha256, cell, captured_at, salt, media_type, byte_length)
      values (${file.sha256}, ${facts.cell}, to_timestamp(${facts.capturedAt}), ${randomBytes(32)},
        ${file.mediaType}, ${file.byteLength})
      on conflict (sha256) do nothing
      returning 1
    )
    select pg_notify(${workerChannel}, '') from inserted`
  return inserted.length === 1 ? 'new' : 'known'
}

function refused(error: unknown): RefusedFile {
  if (!(error instanceof CaptureRefused)) throw error
  const { refusals, cause, clocks } = error
  return { status: 'refused', refusals, cause, ...(clocks !== undefined && { clocks }) }
}
