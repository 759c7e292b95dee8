import 'server-only'

/** A line without its line end. `text` is `undefined` if the line is too long. Numbers start at 1. */
export type Line = { number: number; text: string | undefined }

const newline = 0x0a

/**
 * Splits a byte stream into lines, chunk by chunk. Memory use is bounded by one chunk and one line.
 *
 * @param maxLineBytes a longer line is reported without its text and skipped
 */
export async function* batchesOfLines(
  source: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<{ lines: Line[]; bytes: number }> {
  let number = 0
  let rest = Buffer.alloc(0)
  let skipping = false
  const finish = (bytes: Buffer): Line => {
    number += 1
    const tooLong = skipping || bytes.length > maxLineBytes
    skipping = false
    return { number, text: tooLong ? undefined : bytes.toString('utf8').replace(/\r$/, '') }
  }
  for await (const chunk of source) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
    const lines: Line[] = []
    let from = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      lines.push(finish(bytes.subarray(from, end)))
      from = end + 1
    }
    rest = Buffer.from(bytes.subarray(from))
    if (rest.length > maxLineBytes) {
      skipping = true
      rest = Buffer.alloc(0)
    }
    yield { lines, bytes: chunk.length }
  }
  if (rest.length > 0 || skipping) yield { lines: [finish(rest)], bytes: 0 }
}
