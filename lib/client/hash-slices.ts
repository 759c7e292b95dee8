import { createSHA256 } from 'hash-wasm/dist/sha256.umd.min.js'

/** Faster than smaller and larger slices, and the memory used stays at two of them whatever the file's size. */
const sliceBytes = 4 * 1024 * 1024

/**
 * SHA-256 of a file, read in slices.
 *
 * @param onProgress bytes hashed so far
 * @returns 64 lower-case hex digits
 */
export async function hashSlices(
  file: Blob,
  options: { onProgress: (doneBytes: number) => void; signal?: AbortSignal },
): Promise<string> {
  const read = (start: number) => file.slice(start, start + sliceBytes).arrayBuffer()
  const hasher = await createSHA256()
  hasher.init()
  let next = read(0)
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = new Uint8Array(await next)
    options.signal?.throwIfAborted()
    // The next slice is read while this one is hashed.
    if (start + sliceBytes < file.size) next = read(start + sliceBytes)
    hasher.update(slice)
    options.onProgress(start + slice.length)
  }
  return hasher.digest('hex')
}
