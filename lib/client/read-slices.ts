/** Faster than smaller slices. Larger ones gain little and use memory until they are collected. */
const sliceBytes = 2_560 * 1024
/** The number of slices that are read ahead. */
const readsAhead = 2

/** A file that the browser could not read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/**
 * Reads a file in slices, ahead of their use, so that files of any size need little memory.
 *
 * @throws UnreadableFileError, or the signal's reason when it is aborted
 */
export async function* readSlices(
  file: Blob,
  signal: AbortSignal | undefined,
): AsyncGenerator<ArrayBuffer, void> {
  const read = async (start: number) => {
    try {
      return await file.slice(start, start + sliceBytes).arrayBuffer()
    } catch (cause) {
      throw new UnreadableFileError(`The file could not be read. ${(cause as Error).message}`, { cause })
    }
  }
  const reads: Promise<ArrayBuffer>[] = []
  let readTo = 0
  while (readTo < file.size || reads.length > 0) {
    for (; reads.length < readsAhead && readTo < file.size; readTo += sliceBytes) {
      const slice = read(readTo)
      // Awaiting the slice throws its error. This handler prevents an unhandled rejection if the caller stops
      // earlier.
      slice.catch(() => {})
      reads.push(slice)
    }
    const slice = await reads.shift()!
    signal?.throwIfAborted()
    yield slice
  }
}
