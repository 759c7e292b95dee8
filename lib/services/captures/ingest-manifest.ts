import 'server-only'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { batchesOfLines } from '#lib/adapters/lines'
import { workerChannel } from '#lib/adapters/worker-bell'
import { parseManifestLine } from '#lib/schemas/manifest'
import { copyCaptures } from '#lib/services/captures/copy-captures'
import type { IngestContext } from '#lib/services/captures/ingest-file'

export type ManifestResult = { created: number; known: number; refused: number }

const maxLineBytes = 4_096
const batchRows = 20_000
/** Small, so that between two chunks the batch being written gets its turn. */
const chunkBytes = 128 * 1024
const saltBytes = 32

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
  let salts = Buffer.alloc(0)
  let saltAt = 0
  let writing: Promise<void> = Promise.resolve()
  const nextSalt = () => {
    if (saltAt >= salts.length) {
      salts = randomBytes(1_024 * saltBytes)
      saltAt = 0
    }
    saltAt += saltBytes
    return salts.toString('hex', saltAt - saltBytes, saltAt)
  }
  const flush = async () => {
    await writing
    const batch = rows
    rows = []
    if (batch.length > 0) writing = write(ctx, batch, result)
    // Awaited at the next flush; without this a failure before then would end the process as unhandled.
    writing.catch(() => {})
  }
  const refuse = (line: number, reason: string) => {
    result.refused += 1
    input.onRefused?.(line, reason)
  }

  const source = createReadStream(input.path, { highWaterMark: chunkBytes })
  for await (const { lines, bytes } of batchesOfLines(source, maxLineBytes)) {
    const now = ctx.clock.now().getTime()
    for (const { number, text } of lines) {
      if (text === undefined) refuse(number, `longer than ${maxLineBytes} bytes`)
      else if (text.trim() !== '') {
        const { entry, reason } = parseManifestLine(text.trim(), now)
        if (!entry) refuse(number, reason)
        else rows.push(`\\\\x${entry.sha256}\t${entry.cell}\t${entry.capturedAt}\t\\\\x${nextSalt()}\n`)
      }
      if (rows.length === batchRows) await flush()
    }
    input.onBytes?.(bytes)
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
