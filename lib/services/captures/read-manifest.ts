import 'server-only'
import { batchesOfLines } from '#lib/adapters/lines'
import { type ManifestEntry, parseManifestLine } from '#lib/schemas/manifest'

const maxLineBytes = 4_096

/**
 * Reads the entries of a manifest (NDJSON) from a stream, as cells and whole seconds: anything finer is dropped with its line. Blank
 * lines are ignored.
 *
 * @param input.now the current time in epoch milliseconds
 * @param input.onRefused called for each invalid line with its number and reason, which never repeats the line; reading continues
 * @param input.onBytes called with the number of bytes read since the last call
 */
export async function* readManifest(input: {
  source: AsyncIterable<Uint8Array>
  now: () => number
  onRefused: (line: number, reason: string) => void
  onBytes?: ((bytes: number) => void) | undefined
}): AsyncGenerator<ManifestEntry[]> {
  for await (const { lines, bytes } of batchesOfLines(input.source, maxLineBytes)) {
    const now = input.now()
    const entries: ManifestEntry[] = []
    for (const { number, text } of lines) {
      if (text === undefined) input.onRefused(number, `longer than ${maxLineBytes} bytes`)
      else if (text.trim() !== '') {
        const { entry, reason } = parseManifestLine(text.trim(), now)
        if (entry) entries.push(entry)
        else input.onRefused(number, reason)
      }
    }
    yield entries
    input.onBytes?.(bytes)
  }
}
