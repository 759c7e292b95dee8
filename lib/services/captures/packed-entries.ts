import type { ManifestEntry } from '#lib/schemas/manifest'

const hashBytes = 32
const entryBytes = hashBytes + 4 + 8
const entriesPerChunk = 16_384

/** A list of manifest entries in 44 bytes each: a hundred thousand need four megabytes. */
export class PackedEntries {
  readonly #chunks: Buffer[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add({ sha256, cell, capturedAt }: ManifestEntry): void {
    const at = (this.#count % entriesPerChunk) * entryBytes
    if (at === 0) this.#chunks.push(Buffer.alloc(entriesPerChunk * entryBytes))
    const chunk = this.#chunks.at(-1)!
    chunk.write(sha256, at, 'hex')
    chunk.writeInt32LE(cell, at + hashBytes)
    chunk.writeDoubleLE(capturedAt, at + hashBytes + 4)
    this.#count += 1
  }

  /** The entries in their order, in batches. */
  *batches(): Generator<ManifestEntry[]> {
    for (const [index, chunk] of this.#chunks.entries()) {
      const held = Math.min(entriesPerChunk, this.#count - index * entriesPerChunk)
      yield Array.from({ length: held }, (_, place) => {
        const at = place * entryBytes
        return {
          sha256: chunk.toString('hex', at, at + hashBytes),
          cell: chunk.readInt32LE(at + hashBytes),
          capturedAt: chunk.readDoubleLE(at + hashBytes + 4),
        }
      })
    }
  }
}
