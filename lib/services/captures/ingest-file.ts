import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Clock } from '#lib/adapters/clock'
import type { Context } from '#lib/adapters/context'
import { type CaptureFile, readCaptures } from '#lib/adapters/media/read-captures'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { type ClaimOrigin, weakerOrigin } from '#lib/domain/film/match-claims'
import {
  type CaptureFacts,
  CaptureRefused,
  decideCapture,
  type FoundTime,
  type Refusal,
  type TimeHints,
} from '#lib/domain/proof/capture'
import { toHex } from '#lib/domain/proof/leaf'
import { hashesLiteral, insertPictureHashes } from '#lib/services/likeness/insert-picture-hashes'

/** The parts of the context that ingestion needs: the database and the time, but no chain. */
export type IngestContext = Pick<Context, 'sql' | 'db'> & { clock: Pick<Clock, 'now'> }

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

/** The hints are for this file alone. */
type FileToIngest = { path: string } & TimeHints

/**
 * Ingests photographs and videos as captures. A file that was ingested before, under any name, stays the same capture with its place
 * and time; ingested again, it gets the hashes of its pictures if it has none. A refused file is a normal result; only a failing database throws.
 *
 * @param input.files.capturedAt epoch seconds, for files that have no time, or contradictory times; otherwise the file's own time is used
 * @param input.files.utcOffsetMinutes for files with a local time and no offset
 * @returns in the order of the files
 */
export async function ingestFiles({
  ctx,
  input,
}: {
  ctx: IngestContext
  input: { files: readonly FileToIngest[] }
}): Promise<(IngestedFile | RefusedFile)[]> {
  const outcomes: (IngestedFile | RefusedFile)[] = []
  const paths = input.files.map(({ path }) => path)
  const files = await readCaptures(paths, { isHashed: (sha256) => hasPictureHashes(ctx, sha256) })
  for (const [at, file] of files.entries())
    outcomes.push(file instanceof CaptureRefused ? refused(file) : await take(ctx, file, input.files[at]!))
  return outcomes
}

async function take(
  ctx: IngestContext,
  file: CaptureFile,
  hints: TimeHints,
): Promise<IngestedFile | RefusedFile> {
  const observationId = toHex(file.sha256).slice(2)
  if (await isKnown(ctx, file)) {
    await insertPictureHashes({ tx: ctx.db, sha256: file.sha256, hashes: file.pictureHashes })
    return { status: 'known', observationId }
  }
  try {
    const { cell, time, claimsFrom } = claimsOf(file)
    const facts = decideCapture({ cell, time, hints, now: ctx.clock.now().getTime() })
    return { status: await insert(ctx, file, { ...facts, claimsFrom }), observationId }
  } catch (error) {
    return refused(error)
  }
}

async function hasPictureHashes({ sql }: IngestContext, sha256: Uint8Array): Promise<boolean> {
  const rows = await sql`select from picture_hash where sha256 = ${sha256} limit 1`
  return rows.length > 0
}

/**
 * Adds type and length to a capture that was ingested from a manifest, once its file is ingested. Place and time stay as they are; if
 * the file itself says the same, they no longer count as declared.
 */
async function isKnown(ctx: IngestContext, file: CaptureFile): Promise<boolean> {
  const known = await ctx.sql<{ mediaType: string | null }[]>`
    select media_type as "mediaType" from capture where sha256 = ${file.sha256}`
  if (known[0]?.mediaType === null) {
    const { cell, time, claimsFrom } = claimsOf(file)
    const seconds = time.kind === 'instant' ? time.seconds : null
    await ctx.sql`
      update capture set media_type = ${file.mediaType}, byte_length = ${file.byteLength},
        claims_from = case
          when cell = ${cell ?? null}::int and captured_at = to_timestamp(${seconds}::float8) then ${claimsFrom}
          else claims_from end
      where sha256 = ${file.sha256} and media_type is null`
  }
  return known.length > 0
}

/** The claims of the file itself. Only a valid and trusted manifest claims a place or a time. */
function claimsOf({ credentials, cell, time }: CaptureFile): {
  cell: number | undefined
  time: FoundTime
  claimsFrom: ClaimOrigin
} {
  const { cell: signedCell, capturedAt } = credentials
  const ownTime = time.kind === 'instant' ? 'file' : 'declared'
  return {
    cell: signedCell ?? cell,
    time: capturedAt === null ? time : { kind: 'instant', seconds: capturedAt },
    claimsFrom: weakerOrigin(
      signedCell === null ? 'file' : 'credentials',
      capturedAt === null ? ownTime : 'credentials',
    )!,
  }
}

async function insert(
  ctx: IngestContext,
  file: CaptureFile,
  facts: CaptureFacts & { claimsFrom: ClaimOrigin },
): Promise<'new' | 'known'> {
  const inserted = await ctx.sql`
    with inserted as (
      insert into capture (sha256, cell, captured_at, claims_from, salt, media_type, byte_length)
      values (${file.sha256}, ${facts.cell}, to_timestamp(${facts.capturedAt}), ${facts.claimsFrom}, ${randomBytes(32)},
        ${file.mediaType}, ${file.byteLength})
      on conflict (sha256) do nothing
      returning 1
    ), looks as (
      insert into picture_hash (sha256, picture, hash)
      select ${file.sha256}, at - 1, hash::bit(256)
      from unnest(${hashesLiteral(file.pictureHashes)}::text[]) with ordinality given (hash, at)
      on conflict do nothing
    )
    select pg_notify(${workerChannel}, '') from inserted`
  return inserted.length === 1 ? 'new' : 'known'
}

function refused(error: unknown): RefusedFile {
  if (!(error instanceof CaptureRefused)) throw error
  const { refusals, cause, clocks } = error
  return { status: 'refused', refusals, cause, ...(clocks !== undefined && { clocks }) }
}
