import 'server-only'
import { batchesOfLines } from '#lib/adapters/lines'
import { type ManifestEntry, parseManifestLine } from '#lib/schemas/manifest'

const maxLineBytes = 4_096

/**
 * The captures that a manifest names, NDJSON, as it comes: what its lines say beyond cell and second is gone with the line. Blank
 * lines are ignored.
 *
 * @param input.now of this moment, epoch milliseconds
 * @param input.onRefused called for each bad line with its number and reason, which never repeats the line; the others go on
 * @param input.onBytes called with the count of bytes read since the last call
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
