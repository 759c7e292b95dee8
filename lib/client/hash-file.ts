import type { HashMessage } from './hash.worker.ts'

/** A file that the browser could not read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/**
 * SHA-256 of a file, computed in a worker on this device; the bytes go nowhere else.
 *
 * @param onProgress bytes hashed so far
 * @returns 64 lower-case hex digits
 * @throws UnreadableFileError, or the signal's reason when it is aborted
 */
export function hashFile(
  file: File,
  options: { signal: AbortSignal; onProgress: (doneBytes: number) => void },
): Promise<string> {
  const { signal } = options
  return new Promise<string>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    const finish = (settle: () => void) => {
      signal.removeEventListener('abort', abort)
      worker.terminate()
      settle()
    }
    const abort = () => finish(() => reject(signal.reason))
    signal.addEventListener('abort', abort)
    worker.onmessage = ({ data }: MessageEvent<HashMessage>) => {
      if ('doneBytes' in data) return options.onProgress(data.doneBytes)
      finish(() => ('sha256' in data ? resolve(data.sha256) : reject(new UnreadableFileError(data.problem))))
    }
    worker.onerror = (event) =>
      finish(() => reject(new UnreadableFileError(event.message || 'The hashing worker could not start.')))
    worker.postMessage(file)
  })
}
