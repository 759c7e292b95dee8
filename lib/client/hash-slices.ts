import { createSHA256 } from 'hash-wasm/dist/sha256.umd.min.js'
import { readSlices } from './read-slices.ts'

/**
 * SHA-256 of a file, computed in the calling thread.
 *
 * @param onProgress bytes hashed so far
 * @returns 64 lower-case hex digits
 * @throws UnreadableFileError, or the signal's reason when it is aborted
 */
export async function hashSlices(
  file: Blob,
  options: { onProgress: (doneBytes: number) => void; signal?: AbortSignal },
): Promise<string> {
  const hasher = await createSHA256()
  hasher.init()
  let doneBytes = 0
  for await (const slice of readSlices(file, options.signal)) {
    hasher.update(new Uint8Array(slice))
    doneBytes += slice.byteLength
    options.onProgress(doneBytes)
  }
  return hasher.digest('hex')
}
