import 'server-only'
import { createReadStream } from 'node:fs'
import { workerChannel } from '#lib/adapters/worker-bell'
import { captureRows, copyCaptures } from '#lib/services/captures/copy-captures'
import type { IngestContext } from '#lib/services/captures/ingest-file'
import { readManifest } from '#lib/services/captures/read-manifest'

export type ManifestResult = { created: number; known: number; refused: number }

const batchRows = 20_000
/** Small, so that between two chunks the batch being written gets its turn. */
const chunkBytes = 128 * 1024

/**
 * Brings in a manifest of any length, NDJSON, in constant memory: while one batch is written the next is parsed. Each batch
 * is committed on its own, so that a manifest that was broken off is simply given again. Blank lines are ignored.
 *
 * @param input.onRefused called for each bad line with its number and reason; the others go on
 * @param input.onBytes called with the count of bytes read since the last call
 * @throws when the file cannot be read or the database fails; batches already committed stay
 */
export async function ingestManifest({
  ctx,
  input,
}: {
  ctx: IngestContext
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
    // Awaited at the next flush; without this a failure before then would end the process as unhandled.
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

async function write(ctx: IngestContext, rows: string[], result: ManifestResult): Promise<void> {
  const created = await copyCaptures(ctx.sql, rows)
  result.created += created
  result.known += rows.length - created
  if (created > 0) await ctx.sql`select pg_notify(${workerChannel}, '')`
}
