import 'server-only'
import { createReadStream } from 'node:fs'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { captureRows, copyCaptures } from '#lib/services/captures/copy-captures'
import type { IngestContext } from '#lib/services/captures/ingest-file'
import { readManifest } from '#lib/services/captures/read-manifest'

export type ManifestResult = { created: number; known: number; refused: number }

const batchRows = 20_000
/** Small, so that the batch that is being written progresses between two chunks. */
const chunkBytes = 128 * 1024

/**
 * Ingests a manifest (NDJSON) of any length in constant memory: one batch is written while the next is parsed. Each batch is
 * committed separately, so an interrupted manifest can simply be ingested again. Blank lines are ignored.
 *
 * @param input.onRefused called for each invalid line with its number and reason; the other lines are ingested
 * @param input.onBytes called with the number of bytes read since the last call
 * @throws if the file cannot be read or the database fails; batches that were committed before remain
 */
export async function ingestManifest({
  ctx,
  input,
}: {
  ctx: Pick<IngestContext, 'sql' | 'clock'>
  input: {
    path: string
    onRefused?: (line: number, reason: string) => void
    onBytes?: (bytes: number) => void
  }
}): Promise<ManifestResult> {
  const result: ManifestResult = { created: 0, known: 0, refused: 0 }
  let rows: string[] = []
  let writing: Promise<void> = Promise.resolve()
  const rowOf = captureRows()
  const flush = async () => {
    await writing
    const batch = rows
    rows = []
    if (batch.length > 0) writing = write(ctx, batch, result)
    // Awaited at the next flush. Without this, a failure before then would end the process as an unhandled rejection.
    writing.catch(() => {})
  }
  const manifest = readManifest({
    source: createReadStream(input.path, { highWaterMark: chunkBytes }),
    now: () => ctx.clock.now().getTime(),
    onRefused: (line, reason) => {
      result.refused += 1
      input.onRefused?.(line, reason)
    },
    onBytes: input.onBytes,
  })
  for await (const entries of manifest)
    for (const entry of entries) {
      rows.push(rowOf(entry))
      if (rows.length === batchRows) await flush()
    }
  await flush()
  await writing
  return result
}

async function write(ctx: Pick<IngestContext, 'sql'>, rows: string[], result: ManifestResult): Promise<void> {
  const created = await copyCaptures(ctx.sql, rows)
  result.created += created
  result.known += rows.length - created
  if (created > 0) await ctx.sql`select pg_notify(${workerChannel}, '')`
}
